import { beforeEach, expect, test } from 'vitest'
import { button, composer, inboxIs, startEditing } from '../../support/browsing/boards.ts'
import { addCards, becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { paste, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('typed lines are notes, pasted lines are cards, and Ctrl+Enter does the opposite; a paste is still known after a reload', async () => {
  const page = await browsing.open('/', { person, ...withClipboard })
  await composer(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Oven')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('in white')
  const names = () =>
    page
      .locator('.composer .choices button')
      .evaluateAll((all) => all.map((one) => one.firstChild?.textContent))
  expect(await names()).toEqual(['Add as one card', 'Add 2 cards'])
  await page.keyboard.press('Enter')
  await page.keyboard.type('Eggs')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Flour')
  await page.keyboard.press('Control+Enter')
  const typed = ['Oven\nin white', 'Eggs', 'Flour']
  await inboxIs(page, person.client, typed)

  await paste(page, 'Milk\nBread')
  expect(await names()).toEqual(['Add 2 cards', 'Add as one card'])
  await page.keyboard.type(' and butter')
  await page.keyboard.press('Control+Enter')
  await paste(page, 'Plum\nPear')
  await page.reload()
  await button(page, 'Add 2 cards').waitFor()
  expect(await names()).toEqual(['Add 2 cards', 'Add as one card'])
  await composer(page).press('Enter')
  await inboxIs(page, person.client, [...typed, 'Milk\nBread and butter', 'Plum', 'Pear'])

  // Of what was pasted, one line is left: the next are typed.
  await paste(page, 'A\nB')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('C')
  await page.keyboard.press('Enter')
  await inboxIs(page, person.client, [...typed, 'Milk\nBread and butter', 'Plum', 'Pear', 'A\nC'])
})

test('near the limit, a counter says how long a text is: a card’s, or the longest of several', async () => {
  await addCards(person.client, '/api/inbox/cards', ['Milk'])
  const page = await browsing.open('/', { person, ...withClipboard })
  const counter = page.locator('.counter')
  await composer(page).fill('😀'.repeat(1800))
  expect(await counter.count()).toBe(0)
  await page.keyboard.type('!')
  await page.getByText('1,801 / 2,000').waitFor()
  await composer(page).fill('x'.repeat(2003))
  await page.getByText('2,003 / 2,000').waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: 'Too long by 3 characters.' })
    .waitFor({ state: 'attached' })
  await composer(page).fill('')
  expect(await counter.count()).toBe(0)
  await paste(page, `${'x'.repeat(1900)}\n${'y'.repeat(1850)}`)
  await page.getByText('1,900 / 2,000').waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => page.locator('.card').count(), 3)

  await startEditing(page, 'Milk')
  await page.keyboard.insertText('z'.repeat(1990))
  await page.getByText('1,994 / 2,000').waitFor()
  await page.getByRole('status').filter({ hasText: '6 characters left.' }).waitFor({ state: 'attached' })
})

test('an added card is in view, behind 1,000 cards of two lines and at the end of a paste, and Escape goes to it', async () => {
  const { client } = person
  const project = await makeBoard(client, 'Garden')
  const texts = Array.from({ length: 1000 }, (_, index) => `Card ${index + 1}\nwith a note`)
  for (let at = 0; at < texts.length; at += 100)
    await addCards(client, `/api/projects/${project.id}/cards`, texts.slice(at, at + 100))
  const page = await browsing.open(`/projects/${project.id}`, { person, ...withClipboard })
  const field = composer(page, 'To do')
  const isInView = (text: string) =>
    page.evaluate((wanted) => {
      const card = [...document.querySelectorAll('.card')].find((one) => one.textContent?.includes(wanted))
      const list = card?.closest('.list')
      if (!card || !list) return false
      return card.getBoundingClientRect().bottom <= list.getBoundingClientRect().bottom + 1
    }, text)
  await field.fill('The last one')
  await field.press('Enter')
  await becomes(() => isInView('The last one'), true)
  await paste(page, Array.from({ length: 40 }, (_, index) => `Pasted ${index + 1}`).join('\n'))
  await page.keyboard.press('Enter')
  await becomes(() => isInView('Pasted 40'), true)
  await page.keyboard.press('Escape')
  await page.getByRole('listitem', { name: 'Pasted 40' }).and(page.locator(':focus')).waitFor()
})

test('on a wide screen the app begins with the cursor in the inbox’s field; going there later leaves the keys as they are', async () => {
  const project = await makeBoard(person.client, 'Garden', {})
  const page = await browsing.open('/', { person })
  await composer(page).and(page.locator(':focus')).waitFor()
  await page.goto(`${browsing.appUrl}/projects/${project.id}`)
  await page.getByRole('region', { name: 'To do' }).waitFor()
  await page.keyboard.press('i')
  await composer(page).waitFor()
  await page.getByRole('main').and(page.locator(':focus')).waitFor()
  await page.keyboard.press(']')
  await page.getByRole('region', { name: 'To do' }).waitFor()
})

test('the digits of large numbers are grouped', async () => {
  const page = await browsing.open('/', { person, ...withClipboard })
  await composer(page).and(page.locator(':focus')).waitFor()
  const lines = Array.from({ length: 1000 }, (_, nth) => `Card ${nth}`)
  await paste(page, lines.join('\n'))
  await button(page, 'Add 1,000 cards').click()
  await page.getByText('Added 1,000 cards').waitFor()
  await page.getByRole('link', { name: 'Inbox 1,000 cards' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('.card:focus').waitFor()
  await page.keyboard.press('Control+a')
  await button(page, 'Move 1,000 cards to…').click()
  await page.getByRole('combobox', { name: 'Move 1,000 cards to' }).waitFor()
})
