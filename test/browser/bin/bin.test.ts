import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, heading, link } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { binOf, binOn, furnished } from './bin.ts'

const browsing = browseInTests()

test('lists cards and projects, the newest first, with how long they can be restored, and brings them back, with the keyboard alone', async () => {
  const { person, client, garden } = await furnished(browsing)
  const page = await browsing.open('/settings', { person })
  await heading(page, 'Settings').waitFor()
  await page.keyboard.press('b')
  await heading(page, 'Bin').waitFor()
  await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
  await page.getByText('Project with 2 cards').waitFor()
  expect(await page.getByText('Deleted today · 30 days left').count()).toBe(3)
  expect(await objectionsTo(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await link(page, 'Bin').and(page.locator('[aria-current="page"]')).waitFor()

  await button(page, 'Restore “Garden”').press('Enter')
  await becomes(() => binOn(page), ['Bread', 'Milk'])
  // The focus goes on to what is next.
  await button(page, 'Restore “Bread”').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await becomes(() => binOn(page), ['Milk'])
  await becomes(() => inboxOf(client), ['Bread'])
  await link(page, 'Garden 2 of 2 open').click()
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Plan'], Done: [] })
  expect(await boardOf(client, garden)).toEqual({ 'To do': ['Weed'], Doing: ['Plan'], Done: [] })
  // It can be taken back.
  await page.keyboard.press('z')
  await becomes(() => inboxOf(client), [])
  await becomes(() => binOf(person), ['Bread', 'Milk'])
})

test('permanently deletes only items that the person confirms; shows deletions of other devices while it is open', async () => {
  const { person } = await furnished(browsing)
  const page = await browsing.open('/bin', { person })
  await button(page, 'Permanently delete “Bread”').click()
  const question = page.getByRole('dialog', { name: 'Permanently delete Bread?' })
  await question.getByRole('button', { name: 'Cancel' }).press('Enter')
  await question.waitFor({ state: 'detached' })
  await button(page, 'Permanently delete “Bread”').and(page.locator(':focus')).press('Enter')
  expect(await objectionsTo(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete permanently' }).press('Enter')
  await becomes(() => binOn(page), ['Garden', 'Milk'])
  await becomes(() => binOf(person), ['Garden', 'Milk'])

  await button(page, 'Empty the bin').click()
  await page
    .getByRole('dialog', { name: 'Empty the bin?' })
    .getByRole('button', { name: 'Empty the bin' })
    .click()
  await heading(page, 'Bin').waitFor()
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  await becomes(() => binOf(person), [])
  expect(await objectionsTo(page)).toEqual([])

  const { card } = await person.client.addInboxCard({ text: 'Milk' })
  await person.client.removeCard({ id: card.id })
  await becomes(() => binOn(page), ['Milk'])
  await person.client.emptyBin()
  await becomes(() => binOn(page), [])
})
