import pino from 'pino'
import { expect, test } from 'vitest'
import { startInboard } from '../../../src/server/inboard.ts'
import { freePort } from '../../support/network/free-port.ts'
import { sendRaw } from '../../support/network/raw-http.ts'
import { eventually, quiet } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { inboxSize, toInbox, weed } from './lines.ts'

test('a request whose head takes too long gets 408, and is disconnected', async () => {
  const { server: app, close } = await startInboard({
    config: { ...inboard.world.config, port: await freePort() },
    clock: inboard.clock,
    log: pino({ level: 'silent' }),
    ...quiet,
  })
  expect(app.server.headersTimeout).toBeLessThanOrEqual(30_000)
  app.server.headersTimeout = 100
  try {
    const before = await inboxSize()
    const slow = ['', 'GET /healthz HTTP/1.1\r\nHos', toInbox('Content-Length: 15\r\n', weed).slice(0, 150)]
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
