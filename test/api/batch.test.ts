import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillInbox } from '../support/service/filling.ts'
import { eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { sender, times } from '../support/service/sending.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '3' })
})
afterAll(() => inboard.stop())

const missing = '01890000-0000-7000-8000-000000000000'
const inbox = { project_id: null, status_id: null }
const add = (text: string, more: object = {}) => ({
  method: 'POST',
  path: '/api/inbox/cards',
  body: { text },
  ...more,
})

interface Result {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any
  seq?: number
}

async function newcomer() {
  const person = await inboard.signIn()
  const send = sender(inboard, person.token)
  return {
    ...person,
    send,
    /** The results, of which each must be in the form that the contract gives them. */
    async batch(...operations: object[]): Promise<Result[]> {
      const { status, body, seq } = await send('POST /api/batch', { body: { operations } })
      expect([status, seq]).toEqual([200, undefined])
      expect(body.results).toHaveLength(operations.length)
      for (const result of body.results) {
        expect(Object.keys(result)).toEqual(
          result.status < 300 ? ['status', 'body', 'seq'] : ['status', 'body'],
        )
        if (result.status >= 400)
          expect(result.body).toMatchObject({
            type: 'about:blank',
            status: result.status,
            code: expect.any(String),
          })
      }
      return body.results
    },
    seq: async () => (await person.client.changes()).seq,
    inbox: async () => (await person.client.listInboxCards()).cards.map(({ text }) => text).join(''),
  }
}

const outcomes = (results: Result[]) =>
  results.map(({ status, body }) => (status >= 400 ? `${status} ${body.code}` : String(status)))

describe('a batch', () => {
  test('does every kind of write, each as if it had been sent alone', async () => {
    const { batch, client, seq } = await newcomer()
    const [p, c, d] = [randomUUID(), randomUUID(), randomUUID()]
    const results = await batch(
      { method: 'POST', path: '/api/projects', body: { title: ' P ' }, idempotency_key: p },
      { method: 'POST', path: `/api/projects/${p}/cards`, body: { text: ' c ' }, idempotency_key: c },
      add('d', { idempotency_key: d }),
      { method: 'PATCH', path: `/api/cards/${c}`, body: { complete: true } },
      { method: 'PATCH', path: `/api/projects/${p}`, body: { title: 'Q' } },
      { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids: [c, d] } },
      { method: 'DELETE', path: `/api/cards/${c}` },
      { method: 'POST', path: `/api/bin/${c}/restore` },
      { method: 'DELETE', path: `/api/projects/${p}` },
      { method: 'POST', path: `/api/bin/${p}/restore` },
      { method: 'DELETE', path: `/api/cards/${c}` },
      { method: 'DELETE', path: `/api/bin/${c}` },
      { method: 'DELETE', path: `/api/cards/${d}` },
      { method: 'DELETE', path: '/api/bin' },
    )
    expect(outcomes(results)).toEqual('201 201 201 200 200 200 204 200 204 200 204 204 204 204'.split(' '))
    expect(results.map((result) => result.seq)).toEqual(times(results.length, (index) => index + 1))
    expect(results[0]?.body).toMatchObject({ project: { id: p, title: 'P', revision: 1 } })
    expect(results[1]?.body).toMatchObject({ card: { id: c, text: 'c', revision: 2 } })
    expect(results[5]?.body.cards.map(({ id }: { id: string }) => id)).toEqual([c, d])
    expect(results[6]?.body).toBeNull()
    expect(results[7]?.body).toMatchObject({ card: { id: c, complete: true } })
    expect(await seq()).toBe(results.length)
    expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Q'])
  })

  test('goes on after what fails, with a number for what succeeds', async () => {
    const { batch, inbox: read, seq } = await newcomer()
    const results = await batch(
      add('a'),
      add(''),
      add('b'),
      { method: 'DELETE', path: `/api/cards/${missing}` },
      add('c'),
    )
    expect(outcomes(results)).toEqual(['201', '422 validation_failed', '201', '404 not_found', '201'])
    expect(results.map((result) => result.seq)).toEqual([1, undefined, 2, undefined, 3])
    expect(results[1]?.body.errors).toEqual([{ field: 'text', message: 'must not be empty' }])
    expect([await read(), await seq()]).toEqual(['abc', 3])
  })

  test('refuses in it what would be refused alone, in the same words', async () => {
    const { batch, client, send } = await newcomer()
    const { project } = await client.addProject({ title: 'P' })
    const { card } = await client.addInboxCard({ text: 'x' })
    const id = card.id
    const operations: {
      method: string
      path: string
      body?: unknown
      if_match?: string
      idempotency_key?: string
    }[] = [
      { method: 'POST', path: '/api/inbox/cards' },
      { method: 'POST', path: '/api/inbox/cards', body: {} },
      { method: 'POST', path: '/api/inbox/cards', body: [] },
      { method: 'POST', path: '/api/inbox/cards', body: 'text' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x', position: -1 } },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x'.repeat(65_536) } },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'ü'.repeat(32_768) } },
      { method: 'PATCH', path: `/api/cards/${id}`, body: { status_id: null } },
      { method: 'PATCH', path: `/api/cards/${id}`, body: { text: 'y' }, if_match: '"9"' },
      { method: 'PATCH', path: `/api/cards/${id}`, body: { text: 'y' }, if_match: '' },
      { method: 'DELETE', path: `/api/projects/${project.id}`, if_match: '"2"' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x' }, idempotency_key: id },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x' }, idempotency_key: '' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: 'x' }, idempotency_key: 'a b' },
      { method: 'POST', path: '/api/inbox/cards', body: { text: '' }, idempotency_key: 'a b' },
      { method: 'PATCH', path: '/api/cards/%00', body: { text: 'x' } },
      { method: 'PATCH', path: '/api/cards/%ff', body: { text: 'x' } },
      { method: 'DELETE', path: '/api/cards/%' },
      { method: 'DELETE', path: '/api/cards/order' },
      { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids: [missing] } },
      { method: 'PUT', path: '/api/cards/order', body: { ...inbox, card_ids: ['\0\ud800'] } },
      { method: 'POST', path: `/api/bin/${id}/restore` },
    ]
    const together = await batch(...operations)
    for (const [index, { method, path, body, if_match, idempotency_key }] of operations.entries()) {
      const alone = await send(`${method} ${path}`, {
        // Text would be sent as it is.
        body: typeof body === 'string' ? JSON.stringify(body) : body,
        ...(if_match !== undefined && { ifMatch: if_match }),
        ...(idempotency_key !== undefined && { key: idempotency_key }),
      })
      expect([index, together[index]]).toEqual([index, { status: alone.status, body: alone.body }])
    }
    expect((await client.listInboxCards()).cards).toEqual([card])
  })

  test('finds nothing but writes of cards, projects and the bin', async () => {
    const { batch, client } = await newcomer()
    const { card } = await client.addInboxCard({ text: 'x' })
    const strange = [
      { method: 'GET', path: '/api/inbox/cards' },
      { method: 'GET', path: `/api/cards/${card.id}` },
      { method: 'HEAD', path: `/api/cards/${card.id}` },
      { method: 'GET', path: '/api/bin' },
      { method: 'GET', path: '/api/changes' },
      { method: 'GET', path: '/api/me' },
      { method: 'POST', path: '/api/batch', body: { operations: [] } },
      { method: 'POST', path: '/api/auth/magic-link', body: { email: 'ada@example.com' } },
      { method: 'POST', path: '/api/email/change', body: { email: 'ada@example.com' } },
      { method: 'POST', path: '/api/passkeys/options' },
      { method: 'DELETE', path: '/api/passkeys/x' },
      { method: 'post', path: '/api/inbox/cards', body: { text: 'x' } },
      { method: 'PUT', path: '/api/inbox/cards', body: { text: 'x' } },
      { method: '', path: '', body: {} },
      { method: 'POST', path: 'api/inbox/cards', body: { text: 'x' } },
      { method: 'POST', path: '/inbox/cards', body: { text: 'x' } },
      { method: 'POST', path: '/API/inbox/cards', body: { text: 'x' } },
      { method: 'POST', path: '/api/inbox/cards/x', body: { text: 'x' } },
      { method: 'POST', path: '/api/inbox', body: { text: 'x' } },
      { method: 'POST', path: `${inboard.url}/api/inbox/cards`, body: { text: 'x' } },
      { method: 'POST', path: '/api/inbox/cards\n', body: { text: 'x' } },
      { method: 'DELETE', path: '/api/cards/' },
      { method: 'DELETE', path: `/api/cards/${card.id}/../${card.id}` },
      { method: 'DELETE', path: '/api/projects' },
      { method: 'POST', path: '/healthz' },
      { method: 'GET', path: '/' },
    ]
    const results = await batch(...strange)
    for (const [index, result] of results.entries())
      expect([strange[index], result.status, result.body.code]).toEqual([strange[index], 404, 'not_found'])
    expect((await client.listInboxCards()).cards).toEqual([card])
  })

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

  test('heeds the keys and conditions inside, alone and together', async () => {
    const { batch, send, client, inbox: read, seq } = await newcomer()
    const key = randomUUID()
    const once = add('a', { idempotency_key: key })
    const [first, second, other] = await batch(once, once, add('b', { idempotency_key: key }))
    expect([first, second?.status, second?.seq, second?.body]).toEqual([first, 201, 1, first?.body])
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    // The same key, alone and in a batch, is the same request.
    expect(await send('POST /api/inbox/cards', { body: { text: 'a' }, key })).toMatchObject({
      status: 201,
      isReplay: true,
    })
    await send('POST /api/inbox/cards', { body: { text: 'c' }, key: 'alone' })
    expect((await batch(add('c', { idempotency_key: 'alone' })))[0]?.status).toBe(201)
    await send('DELETE /api/bin', { key: 'bin' })
    expect(
      (await batch({ method: 'DELETE', path: '/api/bin', body: {}, idempotency_key: 'bin' }))[0]?.status,
    ).toBe(204)
    expect([await read(), await seq()]).toEqual(['ac', 2])

    const revision = (await client.readCard({ id: key })).card.revision
    const edit = (text: string) => ({
      method: 'PATCH',
      path: `/api/cards/${key}`,
      body: { text },
      if_match: `"${revision}"`,
    })
    expect(outcomes(await batch(edit('x'), edit('y')))).toEqual(['200', '412 changed_meanwhile'])
    await client.removeCard({ id: key })
    expect(outcomes(await batch(once))).toEqual(['404 not_found'])
  })

  test('ignores a key of its own, even one that is none', async () => {
    const { send, inbox: read } = await newcomer()
    for (const key of ['same', 'same', 'a b', ''])
      expect((await send('POST /api/batch', { body: { operations: [add('x')] }, key })).outcome).toBe('200')
    expect(await read()).toBe('xxxx')
    const other = await send('POST /api/batch', { body: { operations: [] }, key: 'same', ifMatch: '"7"' })
    expect([other.outcome, other.isReplay, other.body]).toEqual(['200', false, { results: [] }])
  })

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

test('others are served between the operations of a batch, and so is its own account', async () => {
  const person = await newcomer()
  const { send, token } = person
  const bystander = await newcomer()
  await fillInbox(inboard, person, 600)
  const operations = times(100, (index) => add(`${index}`, { body: { text: `${index}`, position: 0 } }))
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const outgoing = httpRequest(`${inboard.url}/api/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  outgoing.on('response', (response) => {
    let text = ''
    response.on('data', (chunk) => {
      text += chunk
      // The first result, not only the head.
      if (text.includes('"seq"')) begun.resolve()
    })
    response.on('end', () => ended.resolve(text))
  })
  outgoing.end(JSON.stringify({ operations }))
  await begun.promise
  const own = await send('POST /api/inbox/cards', { body: { text: 'own' } })
  await bystander.send('POST /api/inbox/cards', { body: { text: 'other' } })
  const { results } = JSON.parse(await ended.promise) as { results: Result[] }
  const seqs = results.map((result) => result.seq ?? 0)
  expect(results.map(({ status }) => status)).toEqual(times(100, () => 201))
  // It came in between, and in their own order they are all the same.
  expect(own.seq).toBeLessThan(seqs.at(-1) ?? 0)
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b))
  expect(new Set([...seqs, own.seq]).size).toBe(101)
})

test('what was begun is done, though the client goes away', async () => {
  const { token, client } = await newcomer()
  const outgoing = httpRequest(`${inboard.url}/api/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  outgoing.on('error', () => {})
  outgoing.on('response', () => outgoing.destroy())
  outgoing.end(JSON.stringify({ operations: times(100, (index) => add(`${index}`)) }))
  await eventually(async () => (await client.changes()).seq === 100 || undefined, 'all of the batch')
})
