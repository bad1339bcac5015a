import { describe, expect, test } from 'vitest'
import { add, newcomer, outcomes } from '../../api/batch/people.ts'

describe('a batch', () => {
  test('reads a path as the router does: encoded ids, queries, a slash at the end', async () => {
    const { batch, client } = await newcomer()
    const { card } = await client.addInboxCard({ text: 'x' })
    const encoded = [...card.id].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')
    const edit = (path: string, text: string) => ({ method: 'PATCH', path, body: { text } })
    const results = await batch(
      edit(`/api/cards/${card.id}/`, 'a'),
      edit(`/api/cards/${card.id}?x=/1`, 'b'),
      edit(`/api/cards/${card.id}/?`, 'c'),
      edit(`/api/cards/${encoded}`, 'd'),
      edit(`/api/cards/${card.id}%2F`, 'e'),
      edit(`/api/cards/${card.id}%3Fx`, 'f'),
    )
    expect(outcomes(results)).toEqual(['200', '200', '200', '200', '404 not_found', '404 not_found'])
    expect((await client.readCard({ id: card.id })).card.text).toBe('d')
  })

  test('ignores bodies where none is expected, and conditions where none is heeded', async () => {
    const { batch, client } = await newcomer()
    const { card } = await client.addInboxCard({ text: 'x' })
    const results = await batch(
      { method: 'DELETE', path: `/api/cards/${card.id}`, body: { any: 'thing' } },
      { method: 'POST', path: `/api/bin/${card.id}/restore`, body: null },
      add('y', { if_match: '"1"' }),
      add('z', { unknown: 'member' }),
    )
    expect(outcomes(results)).toEqual(['204', '200', '201', '201'])
  })

  test('ignores a key of its own, even one that is none', async () => {
    const { send, inbox: read } = await newcomer()
    for (const key of ['same', 'same', 'a b', ''])
      expect((await send('POST /api/batch', { body: { operations: [add('x')] }, key })).outcome).toBe('200')
    expect(await read()).toBe('xxxx')
    const other = await send('POST /api/batch', { body: { operations: [] }, key: 'same', ifMatch: '"7"' })
    expect([other.outcome, other.isReplay, other.body]).toEqual(['200', false, { results: [] }])
  })
})
