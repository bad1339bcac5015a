import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { sendRaw } from '../../support/network/raw-http.ts'
import { expectQuietLog } from '../../support/service/quiet-log.ts'
import { inboard } from '../../support/service/shared.ts'
import { host, inboxSize, toInbox, weed } from './lines.ts'

describe('malformed HTTP', () => {
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
  })
})

expectQuietLog(inboard)
