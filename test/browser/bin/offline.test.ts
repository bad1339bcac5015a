import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, card, edit, inboxIs } from '../../support/browsing/boards.ts'
import { addCards, becomes, boardOn, goOffline, inboxOf } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { binOf, binOn, furnished, isOnDevice } from './bin.ts'

const browsing = browseInTests()

test('a card that was just deleted can be restored offline, to its place; if the bin is emptied meanwhile, as a new card with its later edits', async () => {
  const person = await browsing.inboard.signIn()
  const { client } = person
  await addCards(client, '/api/inbox/cards', ['Milk', 'Bread', 'Eggs'])
  const page = await browsing.open('/bin', { person })
  await page.getByRole('heading', { name: 'The bin is empty' }).waitFor()
  await isOnDevice(page, person)
  await goOffline(page)
  await page.keyboard.press('i')
  await card(page, 'Bread').focus()
  await page.keyboard.press('Delete')
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Eggs'] })
  await page.keyboard.press('b')
  await page.getByText('Deleted here · not sent yet').waitFor()
  await page.getByText('as it was when the server could last be reached').waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await button(page, 'Restore “Bread”').click()
  await becomes(() => binOn(page), [])
  await page.keyboard.press('i')
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
  await page.context().setOffline(false)
  await becomes(() => inboxOf(client), ['Milk', 'Bread', 'Eggs'])
  await becomes(() => binOf(person), [])

  await card(page, 'Bread').focus()
  await page.keyboard.press('Delete')
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Eggs'] })
  await isSent(page, person.user.id)
  await goOffline(page)
  await client.emptyBin()
  await page.keyboard.press('z')
  await edit(page, 'Bread', 'Rye bread')
  await page.keyboard.press('Enter')
  await card(page, 'Rye bread').waitFor()
  await page.context().setOffline(false)
  await inboxIs(page, client, ['Milk', 'Rye bread', 'Eggs'])
})

test('a permanently deleted item does not come back while the bin cannot be read', async () => {
  const { person, client } = await furnished(browsing)
  const page = await browsing.open('/bin', { person })
  await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
  await isOnDevice(page, person)
  await page.route('**/api/bin', (route) => route.abort())
  await button(page, 'Permanently delete “Garden”').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete permanently' }).click()
  await becomes(() => binOf(person), ['Bread', 'Milk'])
  await isSent(page, person.user.id)
  expect(await binOn(page)).toEqual(['Bread', 'Milk'])
  await client.addInboxCard({ text: 'Eggs' })
  await page.getByText('as it was when the server could last be reached').waitFor()
  await page.reload()
  await page.getByText('as it was when the server could last be reached').waitFor()
  expect(await binOn(page)).toEqual(['Bread', 'Milk'])
})
