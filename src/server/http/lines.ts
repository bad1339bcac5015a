import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import type { RouteName } from '../../contract/paths.ts'
import { Line } from './line.ts'
import type { Uploads } from './uploads.ts'

/**
 * How many requests of one account are in work at a time: of those that may take long, and of all others. These need a
 * connection to PostgreSQL each, and by default there are ten. What agents ask for is made of such requests, which stand in
 * their own lines.
 */
const most = { reads: 2, writes: 1, light: 5, agents: 2 }

type Visit = FastifyRequest & { line: Line | null }

type AnswerError = (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export type Lines = ReturnType<typeof createLines>

/** Endpoints that may take long for a large account. */
export interface Heavy {
  reads: readonly RouteName[]
  writes: readonly RouteName[]
}

/**
 * Whatever one account asks for, others do not wait for more of it than is in work. A request enters the line when its body
 * has arrived, so a slow client delays nobody, and leaves it when its answer has been sent.
 */
export function createLines(
  app: FastifyInstance,
  ownerOf: (request: FastifyRequest) => string,
  heavy: Heavy,
  uploads: Uploads,
) {
  app.decorateRequest('line', null)
  const lines = {
    reads: new Line(most.reads),
    writes: new Line(most.writes),
    light: new Line(most.light),
    agents: new Line(most.agents),
  }
  const lineOf = (name: string) => {
    if (name === 'mcp') return lines.agents
    const kind = (['reads', 'writes'] as const).find((one) => heavy[one].some((route) => route === name))
    return lines[kind ?? 'light']
  }

  function leave(request: FastifyRequest): void {
    const visit = request as Visit
    const { line } = visit
    visit.line = null
    line?.leave(ownerOf(request))
  }

  /** Calls `start` when it is the request's turn, unless its client has hung up. */
  function enter(line: Line, request: FastifyRequest, start: () => void): void {
    const ownerId = ownerOf(request)
    const { socket } = request.raw
    const begin = () => {
      uploads.release(ownerId, request.raw)
      ;(request as Visit).line = line
      if (socket.destroyed) leave(request)
      else start()
    }
    if (line.enter(ownerId)) begin()
    else if (socket.destroyed || !line.wait(ownerId, begin)) {
      uploads.release(ownerId, request.raw)
      socket.destroy()
    }
  }

  return {
    /** Lets requests for an endpoint in when it is their turn. */
    enter(name: string): preValidationHookHandler {
      const line = lineOf(name)
      return (request, _reply, done) => enter(line, request, done)
    },
    /** An error handler. Answering an error queries the database, so a request that fails early waits for its turn, too. */
    answerErrors(name: string, answer: AnswerError) {
      const line = lineOf(name)
      return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        if (!(request as Visit).line && ownerOf(request))
          await new Promise<void>((start) => enter(line, request, start))
        await answer(error, request, reply)
        leave(request)
        return reply
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
