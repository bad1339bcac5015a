import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import type { RouteName } from '../../../contract/plain/paths.ts'
import { routeNames, routes } from '../../../contract/routes.ts'
import { type Caller, credentialOf } from '../../common/caller.ts'
import { fail } from '../../common/problems.ts'
import type { AnswerError } from '../answers/errors.ts'
import { AccountSemaphore } from './account-semaphore.ts'
import { unreadBytes } from './unread-bytes.ts'
import type { Uploader, Uploads } from './uploads.ts'

/**
 * How many requests of one account run at a time: those that may take long, and all others. Each of the
 * others needs a connection to PostgreSQL, of which there are ten by default.
 */
const most = { reads: 3, writes: 2, light: 6, agents: 3, access: 1 }

/** How often to check that clients read their responses, in milliseconds. */
const interval = 500
/** The number of checks during which a client may read nothing, if others wait for its slot and if nobody does. */
const patience = { waitedFor: 6, alone: 30 }

/** The slot of a running request. */
interface Slot extends Uploader {
  semaphore: AccountSemaphore
  socket: Socket
  /** The unread bytes at the last check, and how many checks have found the same number. */
  unread: number
  checks: number
}

type Visit = FastifyRequest & { slot: Slot | null }

type AnswerErrorOf = (error: Error, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

export type Concurrency = ReturnType<typeof createConcurrency>

/** Endpoints that may take long for a large account. */
export interface Offloaded {
  reads: readonly RouteName[]
  writes: readonly RouteName[]
}

interface Parts {
  /** `nobody` if the endpoint is public. */
  callerOf(request: FastifyRequest): Caller
  answerError: AnswerError
  offloaded: Offloaded
  uploads: Uploads
}

/**
 * Bounds how much work of one account others have to wait for. A request takes its slot when its body has
 * arrived, so that slow clients block nobody, and releases it when its response has been sent.
 *
 * Endpoints that control access to an account don't use its semaphores: each session has one for each of
 * them. So nothing that a session or token does can keep anybody from signing out or from revoking a token.
 */
export function createConcurrency(
  app: FastifyInstance,
  { callerOf, answerError, offloaded, uploads }: Parts,
) {
  app.decorateRequest('slot', null)
  const semaphores = {
    reads: new AccountSemaphore(most.reads),
    writes: new AccountSemaphore(most.writes),
    light: new AccountSemaphore(most.light),
    agents: new AccountSemaphore(most.agents),
    access: new AccountSemaphore(most.access),
  }
  const inWork = new Set<Slot>()

  /** The account and credential that a request counts for, which are empty if the endpoint is public. */
  const uploaderOf = (name: string, request: FastifyRequest): Uploader => {
    const caller = callerOf(request)
    const credential = credentialOf(caller)
    if (!aboutAccess.has(name)) return { account: caller.ownerId, credential }
    const own = `${credential} ${name}`
    return { account: own, credential: own }
  }

  const semaphoreOf = (name: string) => {
    if (name === 'mcp') return semaphores.agents
    if (name === 'calendar') return semaphores.reads
    if (aboutAccess.has(name)) return semaphores.access
    const kind = (['reads', 'writes'] as const).find((one) => offloaded[one].some((route) => route === name))
    return semaphores[kind ?? 'light']
  }

  function leave(request: FastifyRequest): void {
    const visit = request as Visit
    const { slot } = visit
    if (!slot) return
    visit.slot = null
    inWork.delete(slot)
    // Only now, because a file stays in memory until a worker has read it.
    uploads.release(slot, request.raw)
    slot.semaphore.leave(slot.account, slot.credential)
  }

  /**
   * Calls `start` when the request has its slot, unless the client has disconnected. False if too many are
   * waiting.
   */
  function enter(
    name: string,
    semaphore: AccountSemaphore,
    request: FastifyRequest,
    start: () => void,
  ): boolean {
    const { socket } = request.raw
    const uploader = uploaderOf(name, request)
    const { account, credential } = uploader
    const begin = () => {
      const slot = { semaphore, account, credential, socket, unread: 0, checks: 0 }
      ;(request as Visit).slot = slot
      inWork.add(slot)
      if (socket.destroyed) leave(request)
      else start()
    }
    if (semaphore.enter(account, credential)) {
      begin()
      return true
    }
    const giveUp = semaphore.wait(account, credential, () => {
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

  /** Closes connections whose client does not read its response, which releases the slot. */
  function check(): void {
    for (const slot of inWork) {
      const { semaphore, account, socket, unread } = slot
      slot.unread = unreadBytes(socket)
      slot.checks = slot.unread > 0 && slot.unread === unread ? slot.checks + 1 : 0
      if (slot.checks >= (semaphore.isWaitedFor(account) ? patience.waitedFor : patience.alone))
        socket.destroy()
    }
  }
  const timer = setInterval(check, interval).unref()
  app.addHook('onClose', async () => clearInterval(timer))

  return {
    /** A hook that makes requests wait for their slot. */
    enter(name: string): preValidationHookHandler {
      const semaphore = semaphoreOf(name)
      return (request, _reply, done) => {
        if (!enter(name, semaphore, request, done)) done(tooManyWaiting())
      }
    },
    /**
     * An error handler. Responding to an error queries the database, so a request that fails early waits for
     * its slot too.
     */
    answerErrors(name: string, answer: AnswerErrorOf) {
      const semaphore = semaphoreOf(name)
      return async (error: Error, request: FastifyRequest, reply: FastifyReply) => {
        if (!(request as Visit).slot && callerOf(request).ownerId) {
          const turn = Promise.withResolvers<void>()
          if (!enter(name, semaphore, request, turn.resolve)) {
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
    /**
     * Releases the slot when the operating system has taken over the whole response, or the client has
     * disconnected.
     */
    leaveWhenSent(request: FastifyRequest, raw: ServerResponse): void {
      // Public endpoints have no slots.
      if (!(request as Visit).slot) return
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

/** Endpoints that list, grant or revoke access to an account. */
const aboutAccess = new Set<string>(
  routeNames.filter((name) => routes[name].access === 'session' && routes[name].group !== 'Your data'),
)

const tooManyWaiting = () =>
  fail('rate_limited', {
    detail: 'Too many requests of your account are waiting. Try again in {retry_after} seconds.',
    retry_after: 5,
  })
