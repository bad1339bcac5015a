import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify'
import type { RouteName } from '../../contract/paths.ts'
import { Line } from './line.ts'

/**
 * How many requests of one account are in work at a time: of those that may take long, and of all others. These need a
 * connection to PostgreSQL each, and by default there are ten. What agents ask for is made of such requests, which stand in
 * their own lines.
 */
const most = { reads: 2, writes: 1, light: 5, agents: 2 }

type Visit = FastifyRequest & { line: Line | null }

export type Lines = ReturnType<typeof createLines>

/** Endpoints that may take long for a large account. */
export interface Heavy {
  reads: readonly RouteName[]
  writes: readonly RouteName[]
}

/**
 * Whatever one account asks for, others do not wait for more of it than is in work. A request stands in line before its body
 * is read, and is over when its answer has left: so what is in memory for one account is bounded, too.
 */
export function createLines(
  app: FastifyInstance,
  ownerOf: (request: FastifyRequest) => string,
  heavy: Heavy,
) {
  app.decorateRequest('line', null)
  const lines = {
    reads: new Line(most.reads),
    writes: new Line(most.writes),
    light: new Line(most.light),
    agents: new Line(most.agents),
  }
  const kindOf = (name: string) =>
    name === 'mcp'
      ? 'agents'
      : ((['reads', 'writes'] as const).find((kind) => heavy[kind].some((one) => one === name)) ?? 'light')

  function leave(request: FastifyRequest): void {
    const visit = request as Visit
    const { line } = visit
    visit.line = null
    line?.leave(ownerOf(request))
  }

  return {
    /** Lets requests for an endpoint in when it is their turn. */
    enter(name: string): onRequestHookHandler {
      const line = lines[kindOf(name)]
      return (request, _reply, done) => {
        const ownerId = ownerOf(request)
        const { socket } = request.raw
        const start = () => {
          ;(request as Visit).line = line
          // Whoever has hung up does not want it any more.
          if (socket.destroyed) leave(request)
          else done()
        }
        if (line.enter(ownerId)) start()
        else if (!socket.destroyed && !line.wait(ownerId, start)) socket.destroy()
      }
    },
    leave,
    /** When the system has taken over the whole answer, or there is nobody to send it to. */
    leaveWhenSent(request: FastifyRequest, raw: ServerResponse): void {
      // Where no session is needed, there is no line.
      if (!(request as Visit).line) return
      const { socket } = request.raw
      // An answer that has to wait for an earlier one has no socket yet.
      const isOut = raw.writableEnded && raw.socket?.writableLength === 0
      if (isOut || socket.destroyed) {
        leave(request)
        return
      }
      const end = () => {
        raw.off('finish', end)
        socket.off('close', end)
        leave(request)
      }
      raw.on('finish', end)
      // There may be one for each request in work.
      socket.setMaxListeners(2 * most.light).on('close', end)
    },
  }
}
