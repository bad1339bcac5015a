import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../../clock.ts'

const grace = 1 * seconds
const patience = 7 * seconds

/**
 * Before the server closes it stops listening, and for a moment goes on answering on open connections, each answer
 * being the last on its connection. Closing idle connections at once would drop a request that is just arriving.
 * Requests that were accepted get longer, but not for ever.
 */
export function drainBeforeClose(app: FastifyInstance, onDraining: () => void): { isDraining(): boolean } {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
    const { server } = app
    await takeAllConnections(app)
    // Not http's own close(), which also closes idle connections.
    Server.prototype.close.call(server)
    onDraining()
    setTimeout(() => server.closeAllConnections(), patience).unref()
    const end = performance.now() + grace
    while (performance.now() < end && (await openConnections(app)) > 0) await pause(20)
  })
  return { isDraining: () => draining }
}

/** Connections that the system has accepted for us would be reset with the listener. Node takes one at each turn. */
async function takeAllConnections({ server }: FastifyInstance): Promise<void> {
  const end = performance.now() + grace
  let idleTurns = 0
  const taken = () => {
    idleTurns = 0
  }
  server.on('connection', taken)
  while (idleTurns++ < 3 && performance.now() < end) await nextTurn()
  server.off('connection', taken)
}

const openConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)))
