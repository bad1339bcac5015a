import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../../clock.ts'

const grace = 1 * seconds
const patience = 7 * seconds

/**
 * Before the server closes: stop listening, and for a moment go on answering on the connections there are, each answer
 * being the last on its connection. To cut idle connections at once would drop the request that is just coming in.
 * What was accepted has longer, but not for ever.
 */
export function drainBeforeClose(app: FastifyInstance): { isDraining(): boolean } {
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
    const { server } = app
    await takeAllConnections(app)
    // Not http's own close(), which cuts idle connections.
    Server.prototype.close.call(server)
    setTimeout(() => server.closeAllConnections(), patience).unref()
    const end = performance.now() + grace
    while (performance.now() < end && (await openConnections(app)) > 0) await pause(20)
  })
  return { isDraining: () => draining }
}

/** Those that the system has let in already would be cut with the listener. They are taken one at each turn of the loop. */
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
