import { beforeAll, describe, expect, test } from 'vitest'
import { count, ids, inbox, newcomer, ranks } from '../../api/large/people.ts'
import { times } from '../../support/service/sending.ts'

let person: Awaited<ReturnType<typeof newcomer>>
beforeAll(async () => {
  person = await newcomer('Grüne Äpfel 🍎')
})

describe('a large account', () => {
  test('is answered as a small one', async () => {
    const { client, send } = person
    const { cards } = await client.listInboxCards()
    expect(ranks(cards)).toEqual(times(count + 1, (index) => index))

    const everything = await client.changes()
    expect(everything.cards).toHaveLength(count + 1)
    const { project } = await client.addProject({ title: 'Garden' })
    expect(await client.changes({ since: everything.seq })).toMatchObject({ projects: [{ title: 'Garden' }] })
    expect((await client.searchCards({ q: 'apfel', limit: 3 })).cards).toHaveLength(3)
    expect((await client.listProjectCards({ project_id: project.id })).cards).toEqual([])
    expect((await client.listBin()).items).toEqual([])

    const added = await send('POST /api/inbox/cards', { body: { text: 'first', position: 0 } })
    expect([added.status, added.headers.get('location'), added.headers.get('etag')]).toEqual([
      201,
      `/api/cards/${added.body.card.id}`,
      `"${added.seq}"`,
    ])
    const order = { ...inbox, card_ids: ids(cards).toReversed() }
    const moved = await send('PUT /api/cards/order', { body: order })
    expect(ids(moved.body.cards)).toEqual([...order.card_ids, added.body.card.id])
    expect(ranks(moved.body.cards)).toEqual(times(count + 2, (index) => index))
    expect(moved.seq).toBe((await client.changes()).seq)

    const [last = ''] = order.card_ids
    await client.removeCard({ id: last })
    expect((await client.listBin()).items).toMatchObject([{ id: last, kind: 'card' }])
    const restored = await send(`POST /api/bin/${last}/restore`)
    expect([restored.body.card.position, restored.headers.get('etag')]).toEqual([0, `"${restored.seq}"`])
    expect(ids((await client.listInboxCards()).cards)).toEqual([...order.card_ids, added.body.card.id])
  })

  test('has a batch of anything', async () => {
    const { client, send } = person
    const { cards } = await client.listInboxCards()
    const card_ids = ids(cards).toReversed()
    const { body } = await send('POST /api/batch', {
      body: {
        operations: [
          { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids } },
          { method: 'POST', path: '/api/inbox/cards', body: { text: 'last' } },
          { method: 'POST', path: '/api/inbox/cards', body: { text: 'first', position: 0 } },
          { method: 'DELETE', path: '/api/cards/none' },
          { method: 'DELETE', path: `/api/cards/${card_ids[0]}` },
        ],
      },
    })
    expect(body.results.map(({ status }: { status: number }) => status)).toEqual([200, 201, 201, 404, 204])
    expect(ids(body.results[0].body.cards)).toEqual(card_ids)
    const texts = (await client.listInboxCards()).cards.map(({ text }) => text)
    expect([texts[0], texts.at(-1), texts.length]).toEqual(['first', 'last', cards.length + 1])
  })
})
