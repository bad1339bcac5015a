import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { times } from '../../support/service/sending.ts'
import { add, inbox, missing, newcomer, outcomes } from './people.ts'

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

  test('continues after a failure, with a number for each success', async () => {
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
})
