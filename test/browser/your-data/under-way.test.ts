import type { Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alert, button } from '../../support/browsing/account.ts'
import { becomes, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { choose, flat, foretold, newcomer, titles } from './newcomer.ts'

const browsing = browseInTests()

describe('while a file is on its way', () => {
  /** Holds requests back until they are let go. */
  async function hold(page: Page, pattern: RegExp) {
    const held: Route[] = []
    await intercept(page, pattern, (route) => void held.push(route))
    return {
      arrived: () => becomes(async () => held.length > 0, true),
      go: () => Promise.all(held.splice(0).map((route) => route.continue())),
    }
  }

  test('there is a bar, and it can be called off', async () => {
    const { page, section } = await newcomer(browsing)
    const requests = await hold(page, /dry_run=true/)
    await choose(page, 'boards.csv')
    await section.getByLabel('Reading boards.csv…').waitFor()
    await requests.arrived()
    await button(page, 'Cancel').click()
    await button(page, 'Import a file').waitFor()
    expect(await section.getByRole('progressbar').count()).toBe(0)
    await page.unroute(/dry_run=true/)
    await choose(page, 'boards.csv')
    await section.getByRole('heading', { name: 'boards.csv' }).waitFor()

    const imports = await hold(page, /dry_run=false/)
    await button(page, 'Import').click()
    await section.getByLabel('Importing…').waitFor()
    await imports.arrived()
    // A second press does nothing.
    await button(page, 'Import').press('Enter')
    await imports.go()
    await section.getByText('5 cards were imported').waitFor()
  })

  test('the choice that was made last counts', async () => {
    const { page, section } = await newcomer(browsing)
    await choose(page, 'boards.csv')
    await section.getByLabel('Someday').waitFor()
    const requests = await hold(page, /dry_run=true/)
    await section.getByLabel('Someday').selectOption('Done')
    await section.getByLabel('Someday').selectOption('Doing')
    await requests.arrived()
    await becomes(async () => {
      // The first has been given up, and the other may arrive later.
      await requests.go().catch(() => {})
      return (await flat(foretold(section)))[1]
    }, 'House To do 0 · Doing 1 · Done 0')
    await page.unroute(/dry_run=true/)
    await button(page, 'Import').click()
    await section.getByText('5 cards were imported').waitFor()
  })

  test('an answer that is lost makes nothing twice', async () => {
    const { page, section, person } = await newcomer(browsing)
    await choose(page, 'boards.csv')
    await button(page, 'Import').waitFor()
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await intercept(page, /dry_run=false/, lose, { times: 1 })
    await button(page, 'Import').click()
    await alert(page, 'The server could not be reached.').waitFor()
    expect(await titles(person)).toEqual(['Garden', 'House'])
    await button(page, 'Import').click()
    await section.getByText('5 cards were imported').waitFor()
    expect(await titles(person)).toEqual(['Garden', 'House'])
    await section.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => titles(person), [])
    await becomes(() => inboxOf(person.client), [])
  })
})
