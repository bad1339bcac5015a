import type { Socket } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startInboard } from '../../../../src/server/inboard.ts'
import { freePort } from '../../../support/network/free-port.ts'
import { type OpenConnection, openConnection } from '../../../support/network/open-connection.ts'
import { eventually, quiet } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'
import { headOf, rest, stall } from './stalling.ts'

/** Time stands still between these, so that a rate is what the test says. */
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds)
let url: string
let close: () => Promise<void>
/** By the port of the client. */
const sockets = new Map<number | undefined, Socket>()

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const started = await startInboard({
    config: { ...inboard.world.config, port: await freePort() },
    clock: inboard.clock,
    log: pino({ level: 'silent' }),
    ...quiet,
  })
  started.server.server.on('connection', (socket) => sockets.set(socket.remotePort, socket))
  url = started.server.listeningOrigin
  close = started.close
})
afterAll(async () => {
  await close()
  vi.useRealTimers()
})

const stallHere = (token: string) => stall('POST /api/inbox/cards', token, undefined, url)

/** Sends bytes, and waits until the server has read them or closed the connection. */
async function deliver({ send, socket }: OpenConnection, bytes: string): Promise<void> {
  const read = () => sockets.get(socket.localPort)?.bytesRead ?? 0
  const before = read()
  await send(bytes)
  await eventually(() => socket.destroyed || read() >= before + bytes.length || undefined, 'bytes to be read')
}

test('a body may stop for thirty seconds', async () => {
  const { token } = await inboard.signIn()
  const before = await stallHere(token)
  pass(1_000)
  const after = await stallHere(token)
  pass(29_000)
  expect((await before.answers(2))[1]?.code).toBe('request_timeout')
  await before.closed
  expect(before.outcomes()).toEqual(['100', '408 request_timeout'])
  await after.send(rest)
  expect((await after.answers(2))[1]?.status).toBe(201)
  after.socket.destroy()
})

test('a refused request is not carried out, even if the remaining bytes arrive at once', async () => {
  const { token, client } = await inboard.signIn()
  const bodies = {
    'POST /api/inbox/cards': '{"text":"Weed"}',
    'POST /api/auth/magic-link': '{"email":"late@example.com"}',
  }
  const late = await Promise.all(
    Object.entries(bodies).map(async ([line, body]) => {
      const connection = await openConnection(url, { allowHalfOpen: true })
      await deliver(connection, headOf(line, token, `Content-Length: ${body.length}`, url) + body.slice(0, 5))
      return { ...connection, rest: body.slice(5) }
    }),
  )
  pass(30_000)
  for (const { answers, send, rest } of late) {
    await answers(1)
    await send(rest)
  }
  // The server gives up on them two seconds after its answer.
  const areClosed = () => late.every(({ socket }) => sockets.get(socket.localPort)?.destroyed)
  await eventually(() => areClosed() || undefined, 'both connections to be closed')
  expect(late.map(({ outcomes }) => outcomes())).toEqual([['408 request_timeout'], ['408 request_timeout']])
  expect((await client.listInboxCards()).cards).toEqual([])
  const joined = await inboard.world.db.all`select id from users where email = 'late@example.com'`
  expect(joined).toEqual([])
  for (const { socket } of late) socket.destroy()
})

test('one behind another request on its connection is refused after that is answered', async () => {
  const { token } = await inboard.signIn()
  const connection = await openConnection(url)
  const head = headOf('POST /api/inbox/cards', token, 'Content-Length: 15', url)
  await deliver(connection, `${head}{"text":"Weed"}${head}{"text":`)
  pass(30_000)
  await connection.closed
  expect(connection.outcomes()).toEqual(['201', '408 request_timeout'])
})

test('where no session is needed, too', async () => {
  const connection = await openConnection(url)
  await deliver(connection, headOf('POST /api/auth/magic-link', '', 'Transfer-Encoding: chunked', url))
  pass(30_000)
  await connection.closed
  expect(connection.outcomes()).toEqual(['408 request_timeout'])
})

test('an import over a slow connection may take as long as it needs, at 8 KiB a second', async () => {
  const ada = await inboard.signIn()
  const { token } = await inboard.signIn()
  const steps = 6
  const [fast, slow] = [82 * 1024, 78 * 1024]
  const start = '{"format":"inboard","version":1,"projects":[],"inbox":[{"text":"Weed","complete":false}]'
  // One that becomes late at each step shows that the server has looked.
  const stalled = [await stallHere(token)]
  pass(10_000)
  stalled.push(await stallHere(token))
  pass(10_000)
  const importing = await openConnection(url)
  await deliver(importing, headOf('POST /api/import', ada.token, `Content-Length: ${steps * fast}`, url))
  const dripping = await openConnection(url)
  await deliver(dripping, headOf('POST /api/import', ada.token, `Content-Length: ${steps * fast}`, url))
  for (let step = 0; step < steps; step++) {
    stalled.push(await stallHere(token))
    const part = step === 0 ? start.padEnd(fast) : ' '.repeat(fast - (step === steps - 1 ? 1 : 0))
    await deliver(importing, part)
    await deliver(dripping, ' '.repeat(slow))
    pass(10_000)
    await stalled[step]?.closed
  }
  expect(dripping.outcomes()).toEqual(['408 request_timeout'])
  await importing.send('}')
  expect((await importing.answers(1))[0]?.status).toBe(201)
  expect((await ada.client.listInboxCards()).cards).toHaveLength(1)
  for (const { socket } of [importing, dripping, ...stalled]) socket.destroy()
})

test('a body that stops after the response ends its connection, and gets no second response', async () => {
  const { token } = await inboard.signIn()
  const connection = await openConnection(url)
  await deliver(connection, headOf('DELETE /api/bin', token, 'Content-Length: 1000000', url))
  await connection.answers(1)
  await deliver(connection, 'x'.repeat(50_000))
  pass(30_000)
  await connection.closed
  expect(connection.outcomes()).toEqual(['204'])
})

test('the connections that were late are closed', async () => {
  await eventually(
    () => [...sockets.values()].every(({ destroyed }) => destroyed) || undefined,
    'every connection to end',
  )
})
