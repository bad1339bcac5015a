import { beforeEach, describe, expect, test } from 'vitest'
import { openInbox, wire } from '../../../browser/outbox/inbox.ts'
import { add, card, composer, inboxIs } from '../../../support/browsing/boards.ts'
import { becomes, inboxOf, makeBoard } from '../../../support/browsing/browsing.ts'
import { isSent, outboxIn, refusedIn } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { eventually, type SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('something that the server cannot do', () => {
  test('because the project of a new card is gone, is told with the name of the card', async () => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden')
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await composer(page, 'To do').waitFor()
    const net = await wire(page)
    net.isCut = true
    await add(page, 'Water', 'To do')
    await card(page, 'Water').waitFor()
    await client.removeProject({ project_id: garden.id })
    net.isCut = false
    await page.getByText('“Water” went to the inbox: its project was deleted.').waitFor()
    await becomes(() => inboxOf(client), ['Water'])
  })

  test('because it was done before under the same id, counts as sent', async () => {
    const { client, user } = person
    const page = await openInbox(browsing, person)
    const net = await wire(page)
    net.isCut = true
    await add(page, 'Milk')
    const [entry] = await eventually(async () => {
      const all = await outboxIn(page, user.id)
      return all.length > 0 ? all : undefined
    }, 'a card in the outbox')
    // As if it had been sent long ago, with its key forgotten since, and the card deleted.
    await client.addInboxCard({ text: 'Milk, long ago' }, { idempotencyKey: entry?.key })
    await client.removeCard({ id: entry?.key ?? '' })
    net.isCut = false
    await isSent(page, user.id)
    await inboxIs(page, client, [])
    expect(await refusedIn(page, user.id)).toEqual([])
  })
})
