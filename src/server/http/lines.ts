import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import type { RouteName } from '../../contract/paths.ts'
import { routeNames, routes } from '../../contract/routes.ts'
import { type Caller, credentialOf } from '../caller.ts'
import { fail } from '../problems.ts'
import type { AnswerError } from './errors.ts'
import { Line } from './line.ts'
import { unreadBytes } from './unread-bytes.ts'
import type { Uploader, Uploads } from './uploads.ts'

/**
 * How many requests of one account are in work at a time: of those that may take long, and of all others. These need a
 * connection to PostgreSQL each, and by default there are ten.
 */
const most = { reads: 3, writes: 2, light: 6, agents: 3, access: 1 }

/** How often we look whether answers are being read, in milliseconds. */
const interval = 500
/** For so many looks a client may read nothing of its answer: while others wait for its place, and while nobody does. */
const patience = { waitedFor: 6, alone: 30 }

/** The place of a request that is in work. */
interface Place extends Uploader {
  line: Line
  socket: Socket
  /** What was unread at the last look, and how often it has been as much. */
  unread: number
  looks: number
}

type Visit = FastifyRequest & { place: Place | null }

type AnswerErrorOf = (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export type Lines = ReturnType<typeof createLines>

/** Endpoints that may take long for a large account. */
export interface Heavy {
  reads: readonly RouteName[]
  writes: readonly RouteName[]
}

interface Parts {
  /** Nobody where no session is needed. */
  callerOf(request: FastifyRequest): Caller
  answerError: AnswerError
  heavy: Heavy
  uploads: Uploads
}

/**
 * Whatever one account asks for, others do not wait for more of it than is in work. A request enters the line when its body
 * has arrived, so a slow client delays nobody, and leaves it when its answer has been sent.
 *
 * Endpoints that decide who can get into an account stand outside of its lines: of each session, each of them has one of its own. So
 * nothing that a session or a token does can keep anybody from signing out or from revoking a token.
 */
export function createLines(app: FastifyInstance, { callerOf, answerError, heavy, uploads }: Parts) {
  app.decorateRequest('place', null)
  const lines = {
    reads: new Line(most.reads),
    writes: new Line(most.writes),
    light: new Line(most.light),
    agents: new Line(most.agents),
    access: new Line(most.access),
  }
  const inWork = new Set<Place>()

  /** Whom a request for an endpoint counts for: nobody where no session is needed. */
  const uploaderOf = (name: string, request: FastifyRequest): Uploader => {
    const caller = callerOf(request)
    const credential = credentialOf(caller)
    if (!aboutAccess.has(name)) return { account: caller.ownerId, credential }
    const own = `${credential} ${name}`
    return { account: own, credential: own }
  }

  const lineOf = (name: string) => {
    if (name === 'mcp') return lines.agents
    if (aboutAccess.has(name)) return lines.access
    const kind = (['reads', 'writes'] as const).find((one) => heavy[one].some((route) => route === name))
    return lines[kind ?? 'light']
  }

  function leave(request: FastifyRequest): void {
    const visit = request as Visit
    const { place } = visit
    if (!place) return
    visit.place = null
    inWork.delete(place)
    // Not before: a file is in memory until a worker has read it.
    uploads.release(place, request.raw)
    place.line.leave(place.account, place.credential)
  }

  /** Calls `start` when it is the request's turn, unless its client has hung up. False if too many wait already. */
  function enter(name: string, line: Line, request: FastifyRequest, start: () => void): boolean {
    const { socket } = request.raw
    const uploader = uploaderOf(name, request)
    const { account, credential } = uploader
    const begin = () => {
      const place = { line, account, credential, socket, unread: 0, looks: 0 }
      ;(request as Visit).place = place
      inWork.add(place)
      if (socket.destroyed) leave(request)
      else start()
    }
    if (line.enter(account, credential)) {
      begin()
      return true
    }
    const giveUp = line.wait(account, credential, () => {
      socket.off('close', hangUp)
      begin()
    })
    const hangUp = () => {
      uploads.release(uploader, request.raw)
      giveUp?.()
    }
    if (!giveUp || socket.destroyed) hangUp()
    else socket.on('close', hangUp)
    return giveUp !== undefined
  }

  /** An answer that nobody reads gives its place back, with its connection. */
  function look(): void {
    for (const place of inWork) {
      const { line, account, socket, unread } = place
      place.unread = unreadBytes(socket)
      place.looks = place.unread > 0 && place.unread === unread ? place.looks + 1 : 0
      if (place.looks >= (line.isWaitedFor(account) ? patience.waitedFor : patience.alone)) socket.destroy()
    }
  }
  const timer = setInterval(look, interval).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  return {
    /** Lets requests for an endpoint in when it is their turn. */
    enter(name: string): preValidationHookHandler {
      const line = lineOf(name)
      return (request, _reply, done) => {
        if (!enter(name, line, request, done)) done(tooManyWaiting())
      }
    },
    /** An error handler. Answering an error queries the database, so a request that fails early waits for its turn, too. */
    answerErrors(name: string, answer: AnswerErrorOf) {
      const line = lineOf(name)
      return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        if (!(request as Visit).place && callerOf(request).ownerId) {
          const turn = Promise.withResolvers<void>()
          if (!enter(name, line, request, turn.resolve)) {
            answerError(tooManyWaiting(), request, reply)
            return reply
          }
          await turn.promise
        }
        await answer(error, request, reply)
        leave(request)
        return reply
      }
    },
    uploaderOf,
    leave,
    /** When the system has taken over the whole answer, or there is nobody to send it to. */
    leaveWhenSent(request: FastifyRequest, raw: ServerResponse): void {
      // Where no session is needed, there is no line.
      if (!(request as Visit).place) return
      const { socket } = request.raw
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
      socket.on('close', end)
    },
  }
}

/** Endpoints that list, open or end what lets people into an account. */
const aboutAccess = new Set<string>(
  routeNames.filter((name) => routes[name].access === 'session' && routes[name].group !== 'Your data'),
)

const tooManyWaiting = () =>
  fail('rate_limited', {
    detail: 'Too many requests of your account are waiting. Try again in {retry_after} seconds.',
    retry_after: 5,
  })
