import type { Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alert, button } from '../../support/browsing/account.ts'
import { becomes, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { choose, hold, newcomer, titles } from './newcomer.ts'

const browsing = browseInTests()

describe('while a file is on its way', () => {
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
