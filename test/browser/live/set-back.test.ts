import { expect, test } from 'vitest'
import { add, inboxIs } from '../../support/browsing/boards.ts'
import { addCards, becomes, boardOn, comeBack, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { isSent, outboxIn, resting, storedIn, wakeServer } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()

/** As in an old copy of the database of which nobody can tell that it is one. */
const setBack = ({ user: { id } }: SignedIn, seq: number) =>
  browsing.inboard.world.db.transaction(
    (tx) => tx.run`update counters set seq = ${seq} where owner_id = ${id}`,
  )

test('a server that was set back is told so, and what this device has not sent yet is not lost', async () => {
  const person = await browsing.inboard.signIn()
  await addCards(person.client, '/api/inbox/cards', ['Milk', 'Bread'])
  const page = await browsing.open('/', { person })
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
  await intercept(page, '**/api/batch', resting)
  await add(page, 'Not sent yet')
  await becomes(async () => (await outboxIn(page, person.user.id)).length, 1)
  const seen = (await person.client.changes()).seq
  await setBack(person, 1)
  await page.reload()
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Not sent yet'] })
  // Numbers that this device has seen are not used again.
  await becomes(async () => (await person.client.changes()).seq, seen + 1)
  await wakeServer(page)
  await inboxIs(page, person.client, ['Milk', 'Bread', 'Not sent yet'])
  await isSent(page, person.user.id)
})

test('changes that the server confirmed and then lost are sent again, although the sequence numbers still fit', async () => {
  const person = await browsing.inboard.signIn()
  await addCards(person.client, '/api/inbox/cards', ['Milk', 'Bread'])
  const page = await browsing.open('/', { person })
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
  await intercept(page, /\/api\/(changes|events)/, (route) => route.abort())
  await page.reload()
  await add(page, 'Eggs')
  await becomes(async () => (await outboxIn(page, person.user.id)).map(({ seq }) => seq), [3])
  await setBack(person, 2)
  await page.unrouteAll({ behavior: 'wait' })
  await comeBack(page)
  await isSent(page, person.user.id)
  await inboxIs(page, person.client, ['Milk', 'Bread', 'Eggs'])
  expect((await person.client.changes()).seq).toBeGreaterThan(3)
})

test('any tab can reload everything from the server, and unsent changes stay', async () => {
  const person = await browsing.inboard.signIn()
  await addCards(person.client, '/api/inbox/cards', ['Milk'])
  const one = await browsing.open('/', { person })
  await becomes(() => boardOn(one), { Inbox: ['Milk'] })
  const other = await one.context().newPage()
  await other.goto(one.url())
  await becomes(() => boardOn(other), { Inbox: ['Milk'] })
  for (const page of [one, other]) await intercept(page, '**/api/batch', resting)
  await add(one, 'Not sent yet')
  // A change that the feed does not tell.
  await browsing.inboard.world.db.transaction(async (tx) => {
    await tx.run`update cards set text = 'Oat milk' where owner_id = ${person.user.id}`
  })
  await other.keyboard.press('Control+k')
  await other.keyboard.type('reload everything')
  await other.keyboard.press('Enter')
  for (const page of [one, other]) await becomes(() => boardOn(page), { Inbox: ['Oat milk', 'Not sent yet'] })
  const stored = await storedIn<{ text: string }>(one, person.user.id, 'cards')
  expect(stored.map(({ text }) => text)).toEqual(['Oat milk'])
  await wakeServer(one)
  await becomes(() => inboxOf(person.client), ['Oat milk', 'Not sent yet'])
})
