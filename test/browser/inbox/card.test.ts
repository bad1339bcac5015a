import { beforeEach, expect, test } from 'vitest'
import {
  complaint,
  composer,
  edit,
  editor,
  inboxIs,
  link,
  startEditing,
  tick,
} from '../../support/browsing/boards.ts'
import { addCards, becomes, boardOn, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

async function openInbox(...texts: string[]) {
  await addCards(person.client, '/api/inbox/cards', texts)
  return await browsing.open('/', { person })
}

test('a card is completed and reopened by one click, and the count follows at once; it is edited in place: a double click opens it, Enter and leaving save, Escape does not', async () => {
  const { client } = person
  const page = await openInbox('Milk', 'Bread')
  await link(page, 'Inbox 2 cards').waitFor()
  const completed = async () =>
    (await client.listInboxCards()).cards.filter(({ complete }) => complete).map(({ text }) => text)

  // Nothing is answered before the page has been looked at.
  const held = Promise.withResolvers<void>()
  await intercept(page, '**/api/batch', async (route) => {
    await held.promise
    await route.continue()
  })
  await tick(page, 'Milk').click()
  await link(page, 'Inbox 1 card').waitFor()
  expect(await tick(page, 'Milk').isChecked()).toBe(true)
  expect(await completed()).toEqual([])
  held.resolve()
  await becomes(completed, ['Milk'])

  await tick(page, 'Bread').click()
  await link(page, 'Inbox').waitFor()
  await tick(page, 'Milk').click()
  await link(page, 'Inbox 1 card').waitFor()
  await becomes(completed, ['Bread'])
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
  await page.unroute('**/api/batch')

  await edit(page, 'Milk', 'Oat milk')
  await page.keyboard.press('Enter')
  await inboxIs(page, client, ['Oat milk', 'Bread'])

  await edit(page, 'Bread', '  Brown bread ')
  await composer(page).click()
  await inboxIs(page, client, ['Oat milk', 'Brown bread'])

  await edit(page, 'Oat milk', 'Nothing of this')
  await page.keyboard.press('Escape')
  await inboxIs(page, client, ['Oat milk', 'Brown bread'])
  // What was thrown away does not come back.
  await startEditing(page, 'Oat milk')
  expect(await editor(page).inputValue()).toBe('Oat milk')
  await editor(page).fill(' ')
  await page.keyboard.press('Enter')
  await inboxIs(page, client, ['Oat milk', 'Brown bread'])

  await startEditing(page, 'Oat milk')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.insertText('two litres')
  await page.keyboard.press('Enter')
  await inboxIs(page, client, ['Oat milk\ntwo litres', 'Brown bread'])
})

test('a card that is made too long is not saved, and stays open until it fits', async () => {
  const { client } = person
  const long = '😀'.repeat(1500)
  const page = await openInbox(long)
  await startEditing(page)
  await page.keyboard.insertText(' and so on')
  await page.keyboard.press('Enter')
  await inboxIs(page, client, [`${long} and so on`])

  const tooLong = 'y'.repeat(2001)
  await startEditing(page)
  await editor(page).fill(tooLong)
  await page.keyboard.press('Enter')
  await complaint(page, 'Too long by 1 character (limit: 2,000).')
  expect(await editor(page).and(page.locator(':focus')).inputValue()).toBe(tooLong)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await inboxIs(page, client, ['y'.repeat(2000)])
})
