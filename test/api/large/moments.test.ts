import { describe, expect, test } from 'vitest'
import { openStream } from '../../support/service/open-stream.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { count, ids, newcomer, ranks } from './people.ts'

describe('a large account', () => {
  test('is followed, from its beginning and as it changes', async () => {
    const { token, client, send } = await newcomer()
    const { seq } = await client.changes()
    const [old, young] = await Promise.all([
      openStream(inboard.url, { token, since: 0 }),
      openStream(inboard.url, { token, since: seq }),
    ])
    const { body, seq: taken = 0 } = await send('POST /api/inbox/cards', { body: { text: 'y', position: 0 } })
    const heard = await young.until(taken)
    expect(heard.flatMap(({ cards }) => ids(cards))).toEqual([body.card.id])
    expect(heard.flatMap(({ positions }) => positions)).toHaveLength(count + 1)
    const all = (await old.until(taken)).flatMap(({ cards }) => ids(cards))
    expect(new Set(all).size).toBe(count + 2)
    for (const stream of [old, young]) stream.close()
  })

  test('has each of its lists as it was at one moment, while it changes', async () => {
    const { client } = await newcomer()
    const others = times(15, (index) => client.addInboxCard({ text: `${index}`, position: 0 }))
    const lists = await Promise.all(times(6, () => client.listInboxCards()))
    for (const { cards } of lists) expect(ranks(cards)).toEqual(times(cards.length, (index) => index))
    await Promise.all(others)
    expect((await client.listInboxCards()).cards).toHaveLength(count + 16)
  })
})
