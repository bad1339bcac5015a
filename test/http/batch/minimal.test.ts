import { describe, expect, test } from 'vitest'
import { add, inbox, missing, newcomer } from '../../api/batch/people.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

const minimal = { prefer: 'return=minimal' }
const key = '01a1dd4b-3f76-7000-8c01-da6315d4a075'

type Person = Awaited<ReturnType<typeof newcomer>>

const ask = ({ token }: Person, operations: object[], headers: Record<string, string> = minimal) =>
  inboard.request('POST', '/api/batch', { token, body: { operations }, headers })

describe('a batch that is to answer no more than needed', () => {
  test('says of what succeeded its number and revision alone, and why others were refused', async () => {
    const person = await newcomer()
    const { project } = await person.client.addProject({ title: 'Garden' })
    const id = key
    const { body, headers } = await ask(person, [
      add('Weed', { idempotency_key: key }),
      { method: 'PATCH', path: `/api/cards/${id}`, body: { text: 'Water' } },
      { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids: [id] } },
      { method: 'PATCH', path: `/api/projects/${project.id}`, body: { title: 'Yard' } },
      { method: 'PATCH', path: `/api/cards/${missing}`, body: { text: 'x' } },
      { method: 'DELETE', path: `/api/cards/${id}` },
      { method: 'POST', path: `/api/bin/${id}/restore` },
    ])
    expect(headers.get('preference-applied')).toBe('return=minimal')
    expect(body.results).toEqual([
      { status: 201, seq: 2, revision: 2 },
      { status: 200, seq: 3, revision: 3 },
      { status: 200, seq: 3 },
      { status: 200, seq: 4, revision: 4 },
      { status: 404, body: expect.objectContaining({ code: 'not_found' }) },
      { status: 204, seq: 5 },
      { status: 200, seq: 6, revision: 6 },
    ])
  })

  test('says what had been done before', async () => {
    const person = await newcomer()
    await ask(person, [add('Weed', { idempotency_key: key })])
    await person.client.editCard({ id: key, text: 'Water' })
    const { body } = await ask(person, [add('Weed', { idempotency_key: key })])
    expect(body.results).toEqual([{ status: 201, seq: 2, revision: 2, replayed: true }])
    // It is the same request with the preference and without it.
    const [whole] = await person.batch(add('Weed', { idempotency_key: key }))
    expect(whole?.body.card.text).toBe('Water')
  })

  test.each([
    ['return=minimal', true],
    ['respond-async, Return = "minimal"; x=y', true],
    ['return=representation', false],
    ['return=representation, return=minimal', false],
    ['wait=10', false],
    ['return', false],
  ])('if it says Prefer: %s', async (prefer, isHeeded) => {
    const person = await newcomer()
    const { body, headers } = await ask(person, [add('Weed')], { prefer })
    expect(headers.has('preference-applied')).toBe(isHeeded)
    expect('body' in body.results[0]).toBe(!isHeeded)
  })
})

test('an order that is to answer no more than needed answers with its number', async () => {
  const { client, token } = await newcomer()
  const ids: string[] = []
  for (const text of ['a', 'b']) ids.push((await client.addInboxCard({ text })).card.id)
  const body = { ...inbox, card_ids: ids.toReversed() }
  const { status, text, headers } = await inboard.request('PUT', '/api/cards/order', {
    token,
    body,
    headers: minimal,
  })
  expect([status, text]).toEqual([204, ''])
  expect([headers.get('inboard-seq'), headers.get('preference-applied')]).toEqual(['3', 'return=minimal'])
  const refused = await inboard.request('PUT', '/api/cards/order', {
    token,
    body: { ...inbox, card_ids: [missing] },
    headers: minimal,
  })
  expect([refused.status, refused.body.code]).toEqual([404, 'not_found'])
})

test('the answer to a batch is compressed for those who accept it, unless it is short', async () => {
  const person = await newcomer()
  const ofLength = async (operations: object[], encoding: string) => {
    const response = await fetch(`${inboard.url}/api/batch`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/json',
        'accept-encoding': encoding,
      },
      body: JSON.stringify({ operations }),
    })
    const { results } = (await response.json()) as { results: object[] }
    expect(results).toHaveLength(operations.length)
    return response.headers.get('content-encoding')
  }
  const many = times(100, (index) => add(`Card ${index}`))
  for (const encoding of ['gzip', 'br']) expect(await ofLength(many, encoding)).toBe(encoding)
  expect(await ofLength(many, 'identity')).toBe(null)
  expect(await ofLength([add('One')], 'gzip')).toBe(null)
})
