import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { drawer, sheet, visit } from '../../../browser/phone/visit.ts'
import { button, link } from '../../../support/browsing/boards.ts'
import { makeBoard } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('keys', () => {
  /** Words on the page that name a key, or ask to press one. */
  const keysOn = async (page: Page) => {
    const text = await page.locator('body').innerText()
    return text.match(/\b(press|Enter|Shift|Ctrl|Esc|keys?|keyboard)\b|⌘|[←↑→↓]/gi) ?? []
  }
  const places: {
    where: string
    reach(page: Page): Promise<unknown>
    leave?(page: Page): Promise<unknown>
  }[] = [
    { where: 'an empty board', reach: (page) => page.getByText('Nothing to do yet.').waitFor() },
    {
      where: 'an empty inbox',
      async reach(page) {
        await button(page, 'Inbox and projects').click()
        await link(page, /^Inbox/).click()
        await button(page, 'Actions for Call the plumber').tap()
        await sheet(page).getByText('Delete', { exact: true }).click()
        await page.getByText('Your inbox is empty.').waitFor()
        await button(page, 'Dismiss').click()
      },
    },
    {
      where: 'the drawer',
      async reach(page) {
        await button(page, 'Inbox and projects').click()
        await link(page, 'Settings').waitFor()
      },
      async leave(page) {
        await page.keyboard.press('Escape')
        await drawer(page).waitFor({ state: 'hidden' })
      },
    },
    {
      where: 'settings',
      async reach(page) {
        await button(page, 'Inbox and projects').click()
        await link(page, 'Settings').click()
        await button(page, 'Delete my account').waitFor()
      },
    },
    {
      where: 'the palette',
      async reach(page) {
        await button(page, 'Search').first().click()
        await page.getByRole('option', { name: 'Sign out' }).waitFor()
      },
    },
  ]

  test('are not mentioned where there are none', async () => {
    const { page } = await visit(browsing, {})
    for (const { where, reach, leave } of places) {
      await reach(page)
      expect(await keysOn(page), where).toEqual([])
      await leave?.(page)
    }
  })

  test('are where there is a keyboard', async () => {
    const person = await browsing.inboard.signIn()
    const project = await makeBoard(person.client, 'Garden')
    const page = await browsing.open(`/projects/${project.id}`, { person })
    await page.getByText('press Shift →').waitFor()
  })
})
