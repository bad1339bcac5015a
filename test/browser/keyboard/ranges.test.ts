import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const garden = { 'To do': ['Weed', 'Water', 'Sow', 'Mow', 'Rake'], Doing: ['Plan', 'Dig'] }

const selectedOn = (page: Page) =>
  page
    .locator('.card.selected .text')
    .evaluateAll((texts) => texts.map(({ textContent }) => textContent?.replace(/^Selected: /, '')))

/** The card, whether it is selected or not. */
const one = (page: Page, text: string) => card(page, text).or(card(page, `Selected: ${text}`))

test('a click with Shift selects from the card that was clicked first, and again replaces the range', async () => {
  const { page, press } = await sitDown(browsing, garden)
  const selectionIs = (...texts: string[]) => becomes(() => selectedOn(page), texts)
  const shift = { modifiers: ['Shift' as const] }
  await one(page, 'Water').click()
  await one(page, 'Mow').click(shift)
  await selectionIs('Water', 'Sow', 'Mow')
  await one(page, 'Weed').click(shift)
  await selectionIs('Weed', 'Water')
  await one(page, 'Rake').click({ modifiers: ['Control'] })
  await selectionIs('Weed', 'Water', 'Rake')
  // From there, besides what was selected before.
  await one(page, 'Mow').click(shift)
  await selectionIs('Weed', 'Water', 'Mow', 'Rake')
  // No range across columns: the card alone, and the next range begins there.
  await one(page, 'Plan').click(shift)
  await selectionIs('Weed', 'Water', 'Mow', 'Rake', 'Plan')
  await one(page, 'Dig').click(shift)
  await selectionIs('Weed', 'Water', 'Mow', 'Rake', 'Plan', 'Dig')
  await one(page, 'Sow').click()
  await selectionIs()
  // The keyboard moves the beginning of a range, too.
  await press('ArrowUp')
  await one(page, 'Weed').click(shift)
  await selectionIs('Weed', 'Water')
})

test('Shift+J and Shift+K extend the selection from the cursor and take it back; Shift with arrows still moves', async () => {
  const { page, press, focusIs, boardIs } = await sitDown(browsing, garden)
  const selectionIs = (...texts: string[]) => becomes(() => selectedOn(page), texts)
  await one(page, 'Water').click()
  await press('Shift+J', 'Shift+J')
  await focusIs('Mow')
  await selectionIs('Water', 'Sow', 'Mow')
  await press('Shift+K')
  await selectionIs('Water', 'Sow')
  await press('Shift+K', 'Shift+K')
  await focusIs('Weed')
  await selectionIs('Weed', 'Water')
  await press('Shift+K')
  await selectionIs('Weed', 'Water')
  await press('Shift+ArrowDown')
  await boardIs({ ...garden, 'To do': ['Sow', 'Weed', 'Water', 'Mow', 'Rake'] })
  await press('Escape')
  await selectionIs()
  // Without Shift, as ever; with Caps Lock, too.
  await press('j')
  await focusIs('Water')
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'J', bubbles: true })),
  )
  await focusIs('Mow')
  await selectionIs()
})

test('Ctrl+A selects the column, and once more the board; the palette selects all of a kind', async () => {
  const { page, press, type } = await sitDown(browsing, garden)
  const selectionIs = (...texts: string[]) => becomes(() => selectedOn(page), texts)
  const toolbar = page.getByRole('toolbar', { name: 'Selected cards' })
  const has = (name: string) => toolbar.getByRole('button', { name, exact: true }).waitFor()
  await one(page, 'Plan').click()
  await press('Control+a')
  await selectionIs('Plan', 'Dig')
  for (const name of ['Move 2 cards to…', 'Complete 2 cards', 'Delete 2 cards']) await has(name)
  await press('Control+a')
  await selectionIs(...garden['To do'], ...garden.Doing)
  await press('Escape')
  await one(page, 'Water').click()
  await press('c')
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 1)
  await press('Control+k')
  await type('select all completed')
  await page.getByRole('option', { name: 'Select all completed cards' }).waitFor()
  await press('Enter')
  await selectionIs('Water')
  await has('Reopen 1 card')
  await press('Control+k')
  await type('select all open')
  await page.getByRole('option', { name: 'Select all open cards' }).waitFor()
  await press('Enter')
  await selectionIs('Weed', 'Sow', 'Mow', 'Rake', 'Plan', 'Dig')
  await has('Complete 6 cards')
  expect(await toolbar.getByText('6 selected').count()).toBe(1)
})
