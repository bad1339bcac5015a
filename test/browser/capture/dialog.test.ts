import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { composer, heading } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('one key adds to the inbox from anywhere, repeatedly, and the page stays; text that was not added or is too long is kept, apart from the inbox’s own draft', async () => {
  const { page, client, press, write, focusIs } = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  await press('ArrowDown', 'ArrowDown')
  await focusIs('Water')
  await press('a')
  const dialog = page.getByRole('dialog', { name: 'Add to inbox' })
  await focusIs('Add a card to Inbox')
  await write('Milk')
  await press('Enter')
  await dialog.getByRole('status').filter({ hasText: 'Added to Inbox' }).waitFor()
  await write('Bread')
  await press('Shift+Enter')
  await write('and butter')
  await press('Control+Enter')
  await dialog.getByRole('status').filter({ hasText: '2 cards added to Inbox' }).waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await becomes(() => inboxOf(client), ['Milk', 'Bread', 'and butter'])
  await press('Escape')
  await focusIs('Water')
  await heading(page, 'Garden').waitFor()

  await press('a')
  const field = dialog.getByRole('textbox')
  await field.fill('x'.repeat(2001))
  await press('Enter')
  await dialog.getByRole('status').filter({ hasText: 'too long' }).waitFor()
  expect(await field.inputValue()).toHaveLength(2001)
  await field.fill('Half a thought')
  await press('Escape')
  await page.reload()
  await heading(page, 'Garden').waitFor()
  await press('i')
  expect(await composer(page).inputValue()).toBe('')
  await page.getByRole('main').focus()
  await press('a')
  await becomes(() => field.inputValue(), 'Half a thought')
})
