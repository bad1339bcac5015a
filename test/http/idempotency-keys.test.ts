import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { missing, newcomer } from '../api/exactly-once/people.ts'
import { sender } from '../support/service/sending.ts'
import { inboard } from '../support/service/shared.ts'

describe('a key', () => {
  test('is 1 to 128 visible ASCII characters', async () => {
    const { send, client, seq } = await newcomer()
    for (const key of ['!', '~', 'x'.repeat(128), '"quoted"', 'a,b', "'or'1=1;--"])
      expect([key, (await send('POST /api/inbox/cards', { body: { text: 'x' }, key })).outcome]).toEqual([
        key,
        '201',
      ])
    const present = await seq()
    for (const key of ['', ' ', 'a b', 'x'.repeat(129), 'é', 'a\tb', '\u00ff']) {
      for (const [call, body] of [
        ['POST /api/inbox/cards', { text: 'x' }],
        [`PATCH /api/cards/${missing}`, { text: 'x' }],
        [`DELETE /api/cards/${missing}`, undefined],
        ['DELETE /api/bin', undefined],
      ] as const)
        expect([key, (await send(call, { body, key })).outcome]).toEqual([key, '422 validation_failed'])
    }
    expect(await seq()).toBe(present)
    // To calls that write none of these things it means nothing.
    expect((await send('GET /api/inbox/cards', { key: 'a b' })).status).toBe(200)
    expect((await send('GET /api/me', { key: '' })).status).toBe(200)
    expect((await client.listInboxCards()).cards).toHaveLength(6)
  })

  test('comes behind the session and the body, and before existence, id and If-Match', async () => {
    const { send, client } = await newcomer()
    const visitor = sender(inboard, undefined)
    const { card } = await client.addInboxCard({ text: 'x' })
    const key = randomUUID()
    await send(`PATCH /api/cards/${card.id}`, { body: { text: 'y' }, key })
    expect((await visitor(`PATCH /api/cards/${card.id}`, { body: { text: 'y' }, key: '' })).outcome).toBe(
      '401 unauthenticated',
    )
    expect((await send(`PATCH /api/cards/${card.id}`, { body: {}, key })).outcome).toBe(
      '422 validation_failed',
    )
    expect((await send('POST /api/inbox/cards', { body: '{', key: '' })).outcome).toBe('400 malformed_json')
    // It would be the id of something that is there.
    expect((await send('POST /api/inbox/cards', { body: { text: 'x' }, key })).outcome).toBe(
      '422 idempotency_key_reused',
    )
    await client.removeCard({ id: card.id })
    expect(
      await send(`PATCH /api/cards/${card.id}`, { body: { text: 'y' }, key, ifMatch: '"7"' }),
    ).toMatchObject({
      outcome: '404 not_found',
      isReplay: true,
    })
  })
})
