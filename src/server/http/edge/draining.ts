import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../../common/clock.ts'

const grace = 1 * seconds
const look = 20
const patience = 7 * seconds
/** The number of connections that the operating system accepts ahead of us, as requested by Node. */
const backlog = 511

export interface Draining {
  /**
   * Tells load balancers to send requests elsewhere: `/readyz` is 503, and every response is the last on its
   * connection, because a balancer may forward whole connections. Requests are served as before, also on new
   * connections.
   */
  begin(): void
  isDraining(): boolean
}

/**
 * Before the server closes, it stops listening, and for a moment keeps responding on open connections, with
 * each response the last on its connection. Closing idle connections at once would drop a request that is
 * just arriving. Accepted requests get longer, but not indefinitely.
 */
export function drainBeforeClose(app: FastifyInstance, onStopListening: () => void): Draining {
  let draining = false
  const begin = () => {
    draining = true
  }
  app.addHook('preClose', async () => {
    begin()
    const { server } = app
    await takeAllConnections(app)
    // Not http's own close(), which also closes idle connections.
    Server.prototype.close.call(server)
    onStopListening()
    setTimeout(() => server.closeAllConnections(), patience).unref()
    // Counted in turns, each of which reads everything that has arrived: on a busy machine, a second may have
    // only a few.
    for (let turns = grace / look; turns > 0 && (await openConnections(app)) > 0; turns--) await pause(look)
  })
  return { begin, isDraining: () => draining }
}

/**
 * Connections that are accepted by the operating system but not yet by Node would be reset when the listener
 * closes. Node takes one in each turn.
 */
async function takeAllConnections({ server }: FastifyInstance): Promise<void> {
  let idleTurns = 0
  const taken = () => {
    idleTurns = 0
  }
  server.on('connection', taken)
  for (let turns = 0; turns < backlog && idleTurns++ < 3; turns++) await nextTurn()
  server.off('connection', taken)
}

const openConnections = (app: FastifyInstance) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count ?? 0)))
