import { connect } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startInboard } from '../../src/server/inboard.ts'
import { freePort } from '../support/network/free-port.ts'
import { answerTo, sendRaw } from '../support/network/raw-http.ts'
import {
  eventually,
  quiet,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../support/service/inboard.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
})
afterAll(() => inboard.stop())

const host = 'Host: localhost\r\n'
const alive = `GET /healthz HTTP/1.1\r\n${host}\r\n`
const toInbox = (headers: string, body: string) =>
  `POST /api/inbox/cards HTTP/1.1\r\n${host}Authorization: Bearer ${person.token}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`
const weed = '{"text":"Weed"}'
const inboxSize = async () => (await person.client.listInboxCards()).cards.length

describe('what is no HTTP request', () => {
  const refused: Record<string, () => string | Uint8Array> = {
    'a word': () => 'HELLO\r\n\r\n',
    'bytes of nothing': () => Buffer.from([0, 1, 2, 3, 255, 13, 10, 13, 10]),
    'the beginning of TLS': () => Buffer.from('16030100c8010000c40303', 'hex'),
    'the beginning of HTTP/2': () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a version that does not exist': () => `GET /healthz HTTP/3.0\r\n${host}\r\n`,
    'a method that does not exist': () => `BREW /healthz HTTP/1.1\r\n${host}\r\n`,
    'a method in lower case': () => `get /healthz HTTP/1.1\r\n${host}\r\n`,
    'no host': () => 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n',
    'a path with a space': () => `GET /a b HTTP/1.1\r\n${host}\r\n`,
    'a path that is not ASCII': () => `GET /api/cards/é HTTP/1.1\r\n${host}\r\n`,
    'a header with a space in its name': () => `GET /healthz HTTP/1.1\r\n${host}a b: c\r\n\r\n`,
    'a header with a space before its colon': () => `GET /healthz HTTP/1.1\r\n${host}a : c\r\n\r\n`,
    'a header without a colon': () => `GET /healthz HTTP/1.1\r\n${host}nonsense\r\n\r\n`,
    'a header with a NUL': () => `GET /healthz HTTP/1.1\r\n${host}a: b\0c\r\n\r\n`,
    'a folded header': () => `GET /healthz HTTP/1.1\r\n${host}a: b\r\n c\r\n\r\n`,
    'lines without carriage returns': () => 'GET /healthz HTTP/1.1\nHost: localhost\n\n',
    'two lengths': () => toInbox('Content-Length: 15\r\nContent-Length: 16\r\n', weed),
    'a negative length': () => toInbox('Content-Length: -15\r\n', weed),
    'a hexadecimal length': () => toInbox('Content-Length: 0xf\r\n', weed),
    'a length beyond numbers': () => toInbox(`Content-Length: ${'9'.repeat(30)}\r\n`, weed),
    'a length and chunks': () =>
      toInbox('Content-Length: 15\r\nTransfer-Encoding: chunked\r\n', `f\r\n${weed}\r\n0\r\n\r\n`),
    'a transfer encoding that ends nowhere': () => toInbox('Transfer-Encoding: identity\r\n', weed),
    'a chunk without a size': () => toInbox('Transfer-Encoding: chunked\r\n', `zz\r\n${weed}\r\n0\r\n\r\n`),
    'a chunk of the wrong size': () => toInbox('Transfer-Encoding: chunked\r\n', `5\r\n${weed}\r\n0\r\n\r\n`),
  }
  for (const [what, bytes] of Object.entries(refused)) {
    test(`${what} is a problem like any other`, async () => {
      const before = await inboxSize()
      const { answers, rest, end } = await sendRaw(inboard.url, bytes())
      expect({ rest, end }).toEqual({ rest: '', end: 'closed' })
      expect(answers.map(({ status, code }) => [status, code])).toEqual([[400, 'malformed_request']])
      expect(answers[0]?.headers.get('connection')).toBe('close')
      expect(await inboxSize()).toBe(before)
    })
  }

  const tooLarge = {
    'a header': `GET /healthz HTTP/1.1\r\n${host}a: ${'b'.repeat(20_000)}\r\n\r\n`,
    'a path': `GET /${'b'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`,
    'the sum of many headers': `GET /healthz HTTP/1.1\r\n${host}${Array.from({ length: 3000 }, (_, index) => `h${index}: b\r\n`).join('')}\r\n`,
    // So large that the client is still sending when the answer arrives.
    'a header of megabytes': `GET /healthz HTTP/1.1\r\n${host}a: ${'b'.repeat(4_000_000)}\r\n\r\n`,
  }
  for (const [what, bytes] of Object.entries(tooLarge)) {
    test(`${what} can be too large, and the answer still arrives`, async () => {
      const { answers, end } = await sendRaw(inboard.url, bytes)
      expect(end).toBe('closed')
      expect(answers.map(({ status, code }) => [status, code])).toEqual([[431, 'headers_too_large']])
    })
  }

  test('a request that ends in the middle leaves nothing behind', async () => {
    const before = await inboxSize()
    const { promise, resolve } = Promise.withResolvers<void>()
    const socket = connect(Number(new URL(inboard.url).port), '127.0.0.1', () => {
      socket.end(toInbox('Content-Length: 15\r\n', '{"text":'))
    })
    socket.on('close', () => resolve()).on('error', () => {})
    socket.resume()
    await promise
    expect(await inboxSize()).toBe(before)
    expect(inboard.log.filter(({ level }) => level >= 50)).toEqual([])
  })
})

describe('requests one behind another on a connection', () => {
  test('are answered in their order', async () => {
    const none = `GET /none HTTP/1.1\r\n${host}\r\n`
    const { answers } = await sendRaw(inboard.url, alive + none + alive, 3)
    expect(answers.map(({ status }) => status)).toEqual([200, 404, 200])
  })

  test('are answered before nonsense that follows them', async () => {
    const before = await inboxSize()
    const card = toInbox('Content-Length: 15\r\n', weed)
    const { answers, end } = await sendRaw(inboard.url, `${alive}${card}${card}NONSENSE\r\n\r\n`)
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [200, undefined],
      [201, undefined],
      [201, undefined],
      [400, 'malformed_request'],
    ])
    expect(end).toBe('closed')
    expect(await inboxSize()).toBe(before + 2)
  })

  test('one that is refused does not take the next one with it', async () => {
    const wrong = toInbox('Content-Length: 4\r\n', '{{{{')
    const large = toInbox('Content-Length: 100000\r\n', 'x'.repeat(100_000))
    const { answers } = await sendRaw(inboard.url, wrong + large + alive, 3)
    expect(answers.map(({ status, code }) => [status, code])).toEqual([
      [400, 'malformed_json'],
      [413, 'payload_too_large'],
      [200, undefined],
    ])
  })
})

test('a request to be connected elsewhere leads nowhere', async () => {
  const { answers, end } = await sendRaw(inboard.url, `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`)
  expect(answers.map(({ status, code }) => [status, code])).toEqual([[404, 'not_found']])
  expect(end).toBe('closed')
})

describe('habits of other clients', () => {
  test.for([
    ['HTTP/1.0', 'GET /healthz HTTP/1.0\r\n\r\n'],
    ['empty lines before a request', `\r\n\r\n${alive}`],
    [
      'a wish for another protocol',
      `GET /healthz HTTP/1.1\r\n${host}Connection: upgrade\r\nUpgrade: h2c\r\n\r\n`,
    ],
    ['a wish for another version of the API', `GET /healthz HTTP/1.1\r\n${host}Accept-Version: 9\r\n\r\n`],
    ['a wish for another format', `GET /healthz HTTP/1.1\r\n${host}Accept: text/html\r\n\r\n`],
  ])('%s is no trouble', async ([, bytes = '']) => {
    expect((await answerTo(inboard.url, bytes)).status).toBe(200)
  })

  test('someone who expects 100 Continue gets it', async () => {
    const bytes = toInbox('Content-Length: 15\r\nExpect: 100-continue\r\n', weed)
    const { answers } = await sendRaw(inboard.url, bytes, 2)
    expect(answers.map(({ status }) => status)).toEqual([100, 201])
  })

  test('an expectation that nobody knows is ignored', async () => {
    const bytes = toInbox('Content-Length: 15\r\nExpect: miracles\r\n', weed)
    expect((await answerTo(inboard.url, bytes)).status).toBe(201)
  })
})

test('whoever takes too long to ask is told so, and let go', async () => {
  const { server: app, close } = await startInboard({
    config: { ...inboard.world.config, port: await freePort() },
    clock: inboard.clock,
    log: pino({ level: 'silent' }),
    ...quiet,
  })
  expect(app.server.headersTimeout).toBeLessThanOrEqual(30_000)
  expect(app.server.requestTimeout).toBeLessThanOrEqual(60_000)
  app.server.headersTimeout = 100
  app.server.requestTimeout = 200
  try {
    const before = await inboxSize()
    const slow = ['', 'GET /healthz HTTP/1.1\r\nHos', toInbox('Content-Length: 15\r\n', '{"te')]
    const outcomes = await Promise.all(slow.map((bytes) => sendRaw(app.listeningOrigin, bytes)))
    for (const { answers, rest, end } of outcomes) {
      expect(answers.map(({ status, code }) => [status, code])).toEqual([[408, 'request_timeout']])
      expect({ rest, end }).toEqual({ rest: '', end: 'closed' })
    }
    expect(await inboxSize()).toBe(before)
    const connections = () => new Promise<number>((done) => app.server.getConnections((_, n) => done(n ?? 0)))
    await eventually(async () => (await connections()) === 0 || undefined, 'every connection to end')
  } finally {
    await close()
  }
})
