import { describe, expect, test } from 'vitest'
import { add, inbox, newcomer } from '../../api/batch/people.ts'
import { sender, times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

describe('a batch', () => {
  test('may have 100 operations and 1 MiB, and be nothing but a list of operations', async () => {
    const { send, batch, client } = await newcomer()
    const results = await batch(...times(100, (index) => add(`${index}`)))
    expect(results.map(({ body }) => body.card.text)).toEqual(times(100, String))
    expect(results.map((result) => result.seq)).toEqual(times(100, (index) => index + 1))
    const { seq } = await client.changes()
    const wrong: unknown[] = [
      {},
      [],
      { operations: null },
      { operations: {} },
      { operations: times(101, () => add('x')) },
      { operations: [add('x'), null] },
      { operations: [add('x'), 'POST /api/inbox/cards'] },
      { operations: [add('x'), { method: 'POST' }] },
      { operations: [add('x'), { path: '/api/inbox/cards' }] },
      { operations: [add('x'), { method: 1, path: '/api/inbox/cards' }] },
      { operations: [add('x'), add('y', { if_match: 7 })] },
      { operations: [add('x'), add('y', { idempotency_key: null })] },
    ]
    for (const body of wrong)
      expect([body, (await send('POST /api/batch', { body })).outcome]).toEqual([
        body,
        '422 validation_failed',
      ])
    expect((await send('POST /api/batch')).outcome).toBe('400 malformed_json')
    expect((await send('POST /api/batch', { body: '{"operations":[' })).outcome).toBe('400 malformed_json')
    expect((await sender(inboard, undefined)('POST /api/batch', { body: {} })).outcome).toBe(
      '401 unauthenticated',
    )

    const filled = (bytes: number) => {
      const empty = JSON.stringify({ operations: [], padding: '' })
      return { operations: [], padding: 'x'.repeat(bytes - empty.length) }
    }
    expect((await send('POST /api/batch', { body: filled(1024 * 1024) })).outcome).toBe('200')
    expect((await send('POST /api/batch', { body: filled(1024 * 1024 + 1) })).outcome).toBe(
      '413 payload_too_large',
    )
    expect((await client.changes()).seq).toBe(seq)
  })

  test('takes an order as large as one alone', async () => {
    const { batch } = await newcomer()
    const ids = times(10_000, (index) => `${'0'.repeat(60)}${index}`)
    const [result] = await batch({
      method: 'PUT',
      path: '/api/cards/order',
      body: { ...inbox, card_ids: ids, moved: [] },
    })
    expect(result).toMatchObject({ status: 200, body: { cards: [] }, seq: 0 })
  })
})
