import { expect, test } from 'vitest'
import { objectionsTo } from '../support/browsing/axe.ts'
import { button, composer, heading } from '../support/browsing/boards.ts'
import { becomes, inboxOf } from '../support/browsing/browsing.ts'
import { sitDown } from '../support/browsing/keys.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

test('one key adds to the inbox from anywhere, again and again, and the page stays where it was', async () => {
  const { page, client, press, type, focusIs } = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  await press('ArrowDown', 'ArrowDown')
  await focusIs('Water')
  await press('a')
  const dialog = page.getByRole('dialog', { name: 'Add to inbox' })
  await focusIs('Add a card to Inbox')
  await type('Milk')
  await press('Enter')
  await dialog.getByRole('status').filter({ hasText: 'Added to Inbox' }).waitFor()
  await type('Bread')
  await press('Shift+Enter')
  await type('and butter')
  await press('Enter')
  await dialog.getByRole('status').filter({ hasText: '2 cards added to Inbox' }).waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await becomes(() => inboxOf(client), ['Milk', 'Bread', 'and butter'])
  await press('Escape')
  await focusIs('Water')
  await heading(page, 'Garden').waitFor()
})

test('what is typed and not added is still there later, and is not the inbox’s own draft', async () => {
  const { page, press, type } = await sitDown(browsing, {})
  await press('a')
  await type('Half a thought')
  await press('Escape')
  await page.reload()
  await heading(page, 'Garden').waitFor()
  await press('i')
  expect(await composer(page).inputValue()).toBe('')
  await page.getByRole('main').focus()
  await press('a')
  const field = page.getByRole('dialog').getByRole('textbox')
  await becomes(() => field.inputValue(), 'Half a thought')
})

test('a text that is too long says so in the dialog, and stays', async () => {
  const { page, press } = await sitDown(browsing, {})
  await press('a')
  const dialog = page.getByRole('dialog', { name: 'Add to inbox' })
  await dialog.getByRole('textbox').fill('x'.repeat(2001))
  await press('Enter')
  await dialog.getByRole('status').filter({ hasText: 'too long' }).waitFor()
  expect(await dialog.getByRole('textbox').inputValue()).toHaveLength(2001)
})

test('the palette offers what is typed as a new card: last, or alone', async () => {
  const { page, client, press, type, hears } = await sitDown(browsing, { 'To do': ['Buy soil'] })
  await press('Control+k')
  await type('Buy')
  await becomes(
    () => page.getByRole('option').locator('.name').allTextContents(),
    ['Buy soil', 'Add to inbox: Buy'],
  )
  await type(' milk')
  await becomes(() => page.getByRole('option').locator('.name').allTextContents(), ['Add to inbox: Buy milk'])
  expect(await objectionsTo(page)).toEqual([])
  await press('Enter')
  await hears('Added “Buy milk” to Inbox.')
  await becomes(() => inboxOf(client), ['Buy milk'])
  await heading(page, 'Garden').waitFor()
})

test('a new project has the cursor in its first column, but no keyboard pops up on a touch screen', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  await heading(page, 'Inbox').waitFor()
  const make = async (name: string) => {
    await button(page, 'New project').click()
    await page.getByRole('textbox', { name: 'Name of the new project' }).fill(name)
    await page.keyboard.press('Enter')
    await heading(page, name).waitFor()
  }
  await make('Garden')
  await composer(page, 'To do').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Weed')
  await page.keyboard.press('Enter')
  await page.getByRole('listitem', { name: 'Weed' }).waitFor()

  const phone = await browsing.open('/', {
    person: await browsing.inboard.signIn(),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 780 },
  })
  await phone.getByRole('button', { name: 'Inbox and projects' }).tap()
  await button(phone, 'New project').tap()
  await phone.getByRole('textbox', { name: 'Name of the new project' }).fill('House')
  await phone.keyboard.press('Enter')
  await heading(phone, 'House').waitFor()
  await becomes(() => phone.evaluate(() => document.activeElement?.localName), 'main')
})
