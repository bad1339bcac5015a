import { Server } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { seconds } from '../../clock.ts'

const grace = 1 * seconds
const look = 20
const patience = 7 * seconds
/** How many connections the system accepts ahead of us: Node asks for so many. */
const backlog = 511

export interface Draining {
  /**
   * Tells balancers to send requests elsewhere: `/readyz` is 503, and every answer is the last on its connection, because a
   * balancer may pass on whole connections. Requests are served as before, on new connections too.
   */
  begin(): void
  isDraining(): boolean
}

/**
 * Before the server closes it stops listening, and for a moment goes on answering on open connections, each answer
 * being the last on its connection. Closing idle connections at once would drop a request that is just arriving.
 * Requests that were accepted get longer, but not for ever.
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
    // Counted in turns, at each of which all that has arrived is read: a machine that is busy may give us few in a second.
    for (let turns = grace / look; turns > 0 && (await openConnections(app)) > 0; turns--) await pause(look)
  })
  return { begin, isDraining: () => draining }
}

/** Connections that the system has accepted for us would be reset with the listener. Node takes one at each turn. */
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
