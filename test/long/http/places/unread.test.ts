import type { Socket } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startInboard } from '../../../../src/server/inboard.ts'
import { neverRead, wordyPerson } from '../../../http/places/unread.ts'
import { freePort } from '../../../support/network/free-port.ts'
import { eventually, quiet } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'

test('connections that never read are closed within a minute, even those whose requests wait', async () => {
  const { token } = await wordyPerson()
  const { server: app, close } = await startInboard({
    config: { ...inboard.world.config, port: await freePort() },
    clock: inboard.clock,
    log: pino({ level: 'silent' }),
    ...quiet,
  })
  try {
    // A client that does not read does not notice: the server has to be asked.
    const sockets: Socket[] = []
    app.server.on('connection', (socket) => sockets.push(socket))
    const begun = performance.now()
    await neverRead(8, token, app.listeningOrigin)
    const areClosed = () => sockets.length === 8 && sockets.every(({ destroyed }) => destroyed)
    await eventually(() => areClosed() || undefined, 'every connection to be closed')
    expect(performance.now() - begun).toBeLessThan(60_000)
  } finally {
    await close()
  }
})
