import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, card, heading } from '../../support/browsing/boards.ts'
import { becomes, type OpenOptions } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone } from '../../support/browsing/touch.ts'
import { dialog, isSettled, lengthOf, narrow, visit } from './visit.ts'

const browsing = browseInTests()

interface Opening {
  what: string
  open(page: Page): Promise<unknown>
  /** What is there while it is open. */
  seen(page: Page): Locator
}

const onADesk: Opening[] = [
  { what: 'the palette', open: (page) => page.keyboard.press('Control+k'), seen: dialog },
  { what: 'the shortcuts', open: (page) => page.keyboard.press('?'), seen: dialog },
  {
    what: 'the menu of a card',
    open: (page) => button(page, 'Actions for Weed').press('Enter'),
    seen: dialog,
  },
  { what: 'the places to move to', open: (page) => card(page, 'Weed').press('m'), seen: dialog },
  { what: 'the menu of the project', open: (page) => button(page, 'Project actions').click(), seen: dialog },
  {
    what: 'the question before the project is deleted',
    async open(page) {
      await button(page, 'Project actions').click()
      await page.getByRole('option', { name: 'Delete this project' }).click()
      await page.getByText('You can bring it back from the bin.').waitFor()
    },
    seen: dialog,
  },
  {
    what: 'a selection',
    open: (page) => card(page, 'Weed').press('x'),
    seen: (page) => page.getByRole('toolbar'),
  },
]
const theDrawer: Opening = {
  what: 'the drawer',
  open: (page) => button(page, 'Inbox and projects').click(),
  seen: (page) => page.getByRole('navigation'),
}
const theEditor: Opening = {
  what: 'the editor of a card',
  open: (page) => card(page, 'Weed').press('e'),
  seen: (page) => page.getByLabel('Card text'),
}

test.each<[string, Opening[], OpenOptions?]>([
  ['whatever is open on a desk', onADesk],
  ['the drawer of a narrow page', [theDrawer], narrow],
  ['the editor on a phone', [theEditor], phone],
])('Back closes %s once, and then leaves the page', async (_, openings, options) => {
  const { page } = await visit(browsing, options)
  const before = await lengthOf(page)
  for (const opening of openings)
    await closes(page, opening).catch((error: Error) => {
      throw new Error(`${opening.what}: ${error.message}`)
    })
  // One more, which is ahead.
  expect(await lengthOf(page)).toBe(before + 1)
  await page.goBack()
  await heading(page, 'Settings').waitFor()
  await page.goForward()
  await card(page, 'Weed').waitFor()
})

async function closes(page: Page, { open, seen }: Opening): Promise<void> {
  const board = page.url()
  await open(page)
  await seen(page).waitFor()
  await page.goBack()
  await seen(page).waitFor({ state: 'hidden' })
  expect(page.url()).toBe(board)
  // What was closed is not opened again.
  await page.goForward()
  await isSettled(page)
  expect(await seen(page).isVisible()).toBe(false)

  // What was closed otherwise leaves nothing for Back to close.
  const length = await lengthOf(page)
  for (let times = 0; times < 2; times++) {
    await open(page)
    await seen(page).waitFor()
    await page.keyboard.press('Escape')
    await seen(page).waitFor({ state: 'hidden' })
    await isSettled(page)
  }
  expect(await lengthOf(page)).toBe(length)
}

test('Back saves what is being typed on a phone', async () => {
  const { page, client } = await visit(browsing, phone)
  await card(page, 'Weed').press('e')
  await page.getByLabel('Card text').fill('Weed the beds')
  await page.goBack()
  await card(page, 'Weed the beds').waitFor()
  const text = async () => (await client.searchCards({ q: 'beds' })).cards.map((one) => one.text)
  await becomes(text, ['Weed the beds'])
})

test('Back closes one thing after the other, or two at once', async () => {
  const { page } = await visit(browsing)
  await card(page, 'Weed').press('x')
  await page.getByRole('toolbar').waitFor()
  await page.keyboard.press('m')
  await dialog(page).waitFor()
  await page.goBack()
  await dialog(page).waitFor({ state: 'detached' })
  await page.getByRole('toolbar').getByText('1 selected').waitFor()
  await page.goBack()
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Weed')
  await page.goBack()
  await heading(page, 'Settings').waitFor()

  await page.goForward()
  await card(page, 'Weed').waitFor()
  await page.keyboard.press('Control+k')
  await dialog(page).waitFor()
  await page.evaluate(() => {
    history.back()
    history.back()
  })
  await heading(page, 'Settings').waitFor()
  expect(await dialog(page).count()).toBe(0)
  await isSettled(page)
})
