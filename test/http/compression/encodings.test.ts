import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { ask, decoded, fill } from './asking.ts'

let person: SignedIn
let plain: string
beforeAll(async () => {
  person = await inboard.signIn()
  await fill(person)
  plain = (await ask(inboard, person, 'identity')).bytes.toString()
})

describe('a long answer', () => {
  test.for(['zstd', 'br', 'gzip'])('is the same in %s, and shorter', async (encoding) => {
    const answer = await ask(inboard, person, encoding)
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.bytes.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
      'x-request-id': expect.any(String),
    })
    expect(decoded(answer)).toBe(plain)
    expect(answer.bytes.length).toBeLessThan(plain.length / 3)
  })

  test.for([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate', 'gzip'],
    ['zstd;q=0.2, br;q=0.8, gzip;q=0.5', 'br'],
    ['*', 'zstd'],
    ['*;q=0, gzip;q=0.1', 'gzip'],
    ['identity;q=0, br', 'br'],
    ['identity, br;q=0.9', undefined],
    ['identity;q=0', undefined],
    ['deflate', undefined],
    ['', undefined],
    [undefined, undefined],
  ] as const)('to whom accepts %j comes in %s', async ([accepted, encoding]) => {
    const answer = await ask(inboard, person, accepted)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toBe('accept-encoding')
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
    expect(decoded(answer)).toBe(plain)
  })

  test('of a write is compressed too', async () => {
    const card_ids = JSON.parse(plain).cards.map(({ id }: { id: string }) => id)
    const body = JSON.stringify({ project_id: null, status_id: null, card_ids })
    const answer = await ask(inboard, person, 'zstd', { requestLine: 'PUT /api/cards/order', body })
    expect(answer.headers['content-encoding']).toBe('zstd')
    expect(JSON.parse(decoded(answer)).cards.map(({ id }: { id: string }) => id)).toEqual(card_ids)

    const text = JSON.stringify({ text: 'Prune '.repeat(300) })
    const created = await ask(inboard, await inboard.signIn(), 'br', {
      requestLine: 'POST /api/inbox/cards',
      body: text,
    })
    expect(created.headers).toMatchObject({ 'content-encoding': 'br', location: expect.any(String) })
    expect(JSON.parse(decoded(created)).card.text).toBe('Prune '.repeat(300).trim())
  })
})

test('a short answer, and a problem, is sent as it is', async () => {
  for (const requestLine of ['GET /api/me', 'GET /api/cards/none']) {
    const { headers, bytes } = await ask(inboard, person, 'zstd, br, gzip', { requestLine })
    expect([headers['content-encoding'], headers.vary]).toEqual([undefined, undefined])
    expect(JSON.parse(bytes.toString())).toBeTypeOf('object')
  }
})

test.for(['/openapi.json', '/docs'])('%s is compressed', async (path) => {
  const whole = await ask(inboard, person, undefined, { requestLine: `GET ${path}` })
  for (const encoding of ['br', 'gzip']) {
    const answer = await ask(inboard, person, encoding, { requestLine: `GET ${path}` })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
    expect(decoded(answer)).toBe(whole.bytes.toString())
    expect(answer.bytes.length).toBeLessThan(whole.bytes.length / 5)
  }
})
