import { expect, test } from 'vitest'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { chosen, palette, sitAtCard } from './desk.ts'

const browsing = browseInTests()

test('a word that matches nothing adds a card only when one chooses that', async () => {
  const { page, client, press, type, hears } = await sitAtCard(browsing)
  await press('Control+k')
  await type('Zwieback')
  const offer = page.getByRole('option', { name: /^Add to inbox: Zwieback/ })
  await offer.waitFor()
  const before = await inboxOf(client)
  await press('Enter')
  await page.getByRole('combobox', { name: palette }).and(page.locator(':focus')).waitFor()
  expect(await offer.getAttribute('aria-selected')).toBe('false')
  expect(await inboxOf(client)).toEqual(before)
  await press('ArrowDown')
  await becomes(() => offer.getAttribute('aria-selected'), 'true')
  await press('Enter')
  await hears('Added “Zwieback” to Inbox.')
  await becomes(() => inboxOf(client), [...before, 'Zwieback'])
})

test('a card that the palette adds is said even where it is seen', async () => {
  const { page, press, type } = await sitAtCard(browsing)
  await press('i')
  await press('Escape')
  await press('Control+k')
  await type('Buy Zwieback')
  await press('Enter')
  await page.locator('.notice').filter({ hasText: 'Added “Buy Zwieback” to Inbox.' }).waitFor()
})

test('other words find commands', async () => {
  const { page, press, type } = await sitAtCard(browsing)
  for (const [typed, found] of [
    ['help', 'Keyboard shortcuts'],
    ['archive', 'Go to the bin'],
    ['label', 'Filter this board'],
    ['copy link', 'Copy link'],
    ['url', 'Copy link'],
    ['share', 'Copy link'],
  ] as const) {
    await press('Control+k')
    await type(typed)
    await becomes(() => chosen(page), found)
    await press('Escape')
  }
})

test('the name of a command that is not possible now adds no card by itself', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('copy link')
  const offer = page.getByRole('option', { name: /^Add to inbox: copy link/ })
  await offer.waitFor()
  await page.keyboard.press('Enter')
  // The palette stays open, with what was typed.
  expect(await page.getByRole('combobox', { name: palette }).inputValue()).toBe('copy link')
  expect(await offer.getAttribute('aria-selected')).toBe('false')
  expect(await inboxOf(person.client)).toEqual([])
})
