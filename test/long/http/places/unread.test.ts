import type { Socket } from 'node:net'
import pino from 'pino'
import { expect, test } from 'vitest'
import { startInboard } from '../../../../src/server/inboard.ts'
import { neverRead, wordyPerson } from '../../../http/places/unread.ts'
import { freePort } from '../../../support/network/free-port.ts'
import { eventually, quiet } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'

test.for([
  ['lists', '/api/inbox/cards'],
  ['streams', '/api/events?since=0'],
] as const)(
  'connections that never read %s are closed within a minute, even if requests wait',
  async ([, path]) => {
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
      await neverRead(8, token, app.listeningOrigin, path)
      const areClosed = () => sockets.length === 8 && sockets.every(({ destroyed }) => destroyed)
      await eventually(() => areClosed() || undefined, 'every connection to be closed')
      expect(performance.now() - begun).toBeLessThan(60_000)
    } finally {
      await close()
    }
  },
)
