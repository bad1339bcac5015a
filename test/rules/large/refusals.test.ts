import { describe, expect, test } from 'vitest'
import { count, inbox, newcomer } from '../../api/large/people.ts'

describe('a large account', () => {
  test('is refused as a small one', async () => {
    const { client, send } = await newcomer()
    const { cards } = await client.listInboxCards()
    const [first] = cards
    const outcome = async (...call: Parameters<typeof send>) => (await send(...call)).outcome
    expect(await outcome('GET /api/projects/none/cards')).toBe('404 not_found')
    expect(await outcome('GET /api/changes?since=100000')).toBe('410 cursor_gone')
    expect(await outcome('DELETE /api/cards/none')).toBe('404 not_found')
    expect(await outcome(`DELETE /api/cards/${first?.id}`, { ifMatch: '"0"' })).toBe('412 changed_meanwhile')
    const unknown = await send('PUT /api/cards/order', { body: { ...inbox, card_ids: ['none'] } })
    expect([unknown.outcome, unknown.body.detail]).toEqual([
      '404 not_found',
      'There is no such card: number 1 in "card_ids".',
    ])
    const placed = { body: { text: 'y', position: 0 } }
    expect(await outcome('POST /api/inbox/cards', { ...placed, key: first?.id ?? '' })).toBe('409 id_taken')
    const { seq } = await client.changes()
    expect(seq).toBe(count + 1)
  })

  test('is told of a repetition', async () => {
    const { send } = await newcomer()
    const placed = { body: { text: 'y', position: 0 }, key: crypto.randomUUID() }
    const first = await send('POST /api/inbox/cards', placed)
    const again = await send('POST /api/inbox/cards', placed)
    expect([first.outcome, first.isReplay, again.outcome, again.isReplay]).toEqual([
      '201',
      false,
      '201',
      true,
    ])
    await send(`DELETE /api/cards/${placed.key}`, { key: 'gone' })
    expect((await send(`DELETE /api/cards/${placed.key}`, { key: 'gone' })).isReplay).toBe(true)
    const late = await send('POST /api/inbox/cards', placed)
    expect([late.outcome, late.isReplay]).toEqual(['404 not_found', true])
  })
})
