import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendRaw } from '../support/network/raw-http.ts'
import { eventually, type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
let person: SignedIn
let plain: string
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
  await fill(person)
  plain = (await ask(inboard, person, 'identity')).bytes.toString()
})
afterAll(() => inboard.stop())

const inboxOf = 'GET /api/inbox/cards'

async function fill({ client }: SignedIn) {
  for (let n = 0; n < 40; n++)
    await client.addInboxCard({ text: `Water the plants 🪴 ${n} ${'x'.repeat(n)}` })
}

interface Received {
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Not by `fetch`, which decodes what it gets. */
async function ask(
  { url }: TestInboard,
  { token }: SignedIn,
  acceptEncoding: string | undefined,
  { requestLine = inboxOf, agent = undefined as Agent | undefined, body = '' } = {},
): Promise<Received> {
  const [method, path = ''] = requestLine.split(' ')
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  request(url + path, {
    method,
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      ...(body && { 'content-type': 'application/json' }),
    },
  })
    .on('response', (response) =>
      buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject),
    )
    .on('error', reject)
    .end(body)
  return await promise
}

function decoded({ headers, bytes }: Received): string {
  const inverse = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  const encoding = headers['content-encoding'] as keyof typeof inverse | undefined
  return (encoding ? inverse[encoding](bytes) : bytes).toString()
}

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

  test('that a write gives is compressed too', async () => {
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

describe('on one connection', () => {
  const line = (path: string, accepted: string) =>
    `GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nAccept-Encoding: ${accepted}\r\n\r\n`

  test('pipelined answers come in the order of the requests, however long each is at work', async () => {
    const asked = Array.from({ length: 30 }, (_, n) => ['br', 'none', 'gzip', 'zstd'][n % 4] ?? '')
    const requests = asked.map((accepted) => line('/api/inbox/cards', accepted) + line('/api/me', accepted))
    const { answers } = await sendRaw(inboard.url, requests.join(''), 2 * asked.length)
    expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(
      asked.flatMap((accepted) => [accepted === 'none' ? null : accepted, null]),
    )
    for (const [index, { text }] of answers.entries()) {
      if (index % 2 === 1) expect(JSON.parse(text).user.id).toBe(person.user.id)
    }
  })

  test('one request after the other works as ever', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => ask(inboard, person, n % 2 === 0 ? 'br' : 'identity', { agent })),
    )
    agent.destroy()
    for (const answer of answers) expect(decoded(answer)).toBe(decoded(answers[0] as Received))
  })
})

test('whoever hangs up meanwhile harms nobody', async () => {
  const { hostname, port } = new URL(inboard.url)
  const count = () => inboard.request('GET', '/metrics').then(({ text }) => countOf(text))
  const countOf = (metrics: string) =>
    Number(/^.*_count\{method="GET",route="\/api\/inbox\/cards",status="200"\} (\d+)$/m.exec(metrics)?.[1])
  const before = await count()
  const head = `GET /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nAuthorization: Bearer ${person.token}\r\n\r\n`
  for (let n = 0; n < 20; n++) {
    const socket = connect(Number(port), hostname)
    socket.write(head, () => (n % 2 === 0 ? socket.resetAndDestroy() : socket.destroy()))
  }
  await eventually(async () => (await count()) > before || undefined, 'requests of those who hung up')
  expect(decoded(await ask(inboard, person, 'br'))).toContain('Water the plants')
  expect(inboard.log).toEqual([])
})

test('a server that ends finishes what it is compressing', async () => {
  const ending = await startTestInboard()
  const someone = await ending.signIn()
  await fill(someone)
  const whole = (await ask(ending, someone, 'identity')).bytes.toString()
  // New connections: stopping a test's server ends idle ones at once.
  const agent = new Agent({ keepAlive: true })
  const answers = Array.from({ length: 20 }, () => ask(ending, someone, 'br', { agent }))
  await ending.stop()
  for (const answer of await Promise.all(answers)) expect(decoded(answer)).toBe(whole)
  agent.destroy()
})
