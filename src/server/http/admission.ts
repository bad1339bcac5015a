/**
 * Admission: each request of an account is admitted, waits for its slot, and releases it when its
 * answer has been sent. Start with `serving`.
 */
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'
import { scopesThatAllow, type TokenScope } from '../../contract/access.ts'
import type { RouteName } from '../../contract/plain/paths.ts'
import { type Route, routeNames, routes } from '../../contract/routes.ts'
import type { Caller } from '../common/caller.ts'
import { seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import { LongBody, type RawBody, Uploads } from './body.ts'
import type { AnswerError } from './errors.ts'
import { AccountSemaphore, type Place } from './semaphore.ts'

/** Authenticates callers by the Authorization header. */
export interface Callers {
  /** A cached caller who still has access, without a query. */
  recall(authorization: string): Caller | undefined
  /** True if a caller would be accepted again without a query. */
  isRemembered(caller: Caller): boolean
  find(authorization: string): Promise<Caller | undefined>
  /** True if a caller who was accepted some time ago still has access. */
  hasAccess(caller: Caller): Promise<boolean>
  /** Called with the owner whose access has ended. */
  onEnded(listener: (ownerId: string) => void): void
  exists(ownerId: string): Promise<boolean>
}

interface Slot extends Place {
  semaphore: AccountSemaphore
}

declare module 'fastify' {
  interface FastifyRequest {
    /** `nobody` if the endpoint is public, or before the caller has been admitted. */
    caller: Caller
    /** Null before it has one, and after it has released it. */
    slot: Slot | null
    /** The body as it was sent. */
    sent: RawBody | null
  }
}

/** The scopes of API tokens with which an endpoint with this access may be used. */
const scopesFor = (access: Exclude<Route['access'], 'public'>): readonly TokenScope[] =>
  access === 'session' ? [] : scopesThatAllow[access]

/** True if the caller may use an endpoint with this access. */
export const mayCall = ({ apiToken }: Caller, access: Route['access']) =>
  !apiToken || access === 'public' || scopesFor(access).includes(apiToken.scope)

const nobody: Caller = { ownerId: '', credential: '', until: 0 }

/**
 * How many requests of one account run at a time: those that may take long, and all others. Each of the
 * others needs a connection to PostgreSQL, of which there are ten by default.
 */
const most = { reads: 3, writes: 2, light: 6, agents: 3, access: 1 }

/** A client that reads nothing of its response for this long, or twice as long, is disconnected. */
const patience = 5 * seconds

/** Endpoints that may take long for a large account. */
export interface Offloaded {
  reads: readonly RouteName[]
  writes: readonly RouteName[]
}

/** Endpoints that list, grant or revoke access to an account. */
const aboutAccess = new Set<string>(
  routeNames.filter((name) => routes[name].access === 'session' && routes[name].group !== 'Your data'),
)

/** How the requests of a route are served. */
export interface Steps {
  name: string
  /** Sets `request.caller` unless the route is public, or throws. */
  admit(request: FastifyRequest): void | Promise<void>
  /** The longest body, or 0 if a body is ignored. */
  bodyLimit: number
  /** The rest. Resolves when the response has been written, or begun. */
  work(request: FastifyRequest, reply: FastifyReply): Promise<unknown>
  answerError(error: Error, request: FastifyRequest, reply: FastifyReply): void
}

export type Admission = ReturnType<typeof createAdmission>

/**
 * A cached owner may have been deleted since. Everything they have is deleted with them, so a response that
 * contains any of it proves that they exist. Before a response that proves nothing (a stream or an error),
 * the database has to be asked again.
 */
export function createAdmission(
  app: FastifyInstance,
  { callers, offloaded, answerError }: { callers: Callers; offloaded: Offloaded; answerError: AnswerError },
) {
  app.decorateRequest('caller')
  app.decorateRequest('slot', null)
  app.decorateRequest('sent', null)
  const uploads = new Uploads()
  const semaphores = {
    reads: new AccountSemaphore(most.reads),
    writes: new AccountSemaphore(most.writes),
    light: new AccountSemaphore(most.light),
    agents: new AccountSemaphore(most.agents),
    access: new AccountSemaphore(most.access),
  }

  function semaphoreOf(name: string): AccountSemaphore {
    if (name === 'mcp') return semaphores.agents
    if (name === 'calendar') return semaphores.reads
    if (aboutAccess.has(name)) return semaphores.access
    const kind = (['reads', 'writes'] as const).find((one) => offloaded[one].some((route) => route === name))
    return semaphores[kind ?? 'light']
  }

  /**
   * Admits callers who may use an endpoint with this access, or with `any` those who may use one at all; then come
   * the other checks that need no body.
   */
  function admitFor(
    access: Exclude<Route['access'], 'public'> | 'any',
    check: (request: FastifyRequest) => void,
  ) {
    const scopes = access === 'any' ? Object.values(scopesThatAllow).flat() : scopesFor(access)
    const admit = (request: FastifyRequest, caller: Caller | undefined) => {
      if (!caller) throw fail('unauthenticated')
      request.caller = caller
      if (caller.apiToken && !scopes.includes(caller.apiToken.scope)) throw fail('scope_insufficient')
      check(request)
    }
    return (request: FastifyRequest): void | Promise<void> => {
      const { authorization = '' } = request.raw.headers
      const known = callers.recall(authorization)
      if (known) admit(request, known)
      else return callers.find(authorization).then((found) => admit(request, found))
    }
  }

  /** For requests that take a while: meanwhile access may have ended, and a token may have expired. */
  async function requireCaller(caller: Caller): Promise<void> {
    if (!callers.isRemembered(caller) && !(await callers.hasAccess(caller))) throw fail('unauthenticated')
  }

  async function requireAccount(ownerId: string): Promise<void> {
    if (ownerId && !(await callers.exists(ownerId))) throw fail('unauthenticated')
  }

  /** The error to report. If the caller's account no longer exists, that takes precedence. */
  const reasonFor = (error: Error, ownerId: string): Promise<Error> =>
    requireAccount(ownerId).then(
      () => error,
      (worse) => worse,
    )

  /** Waits for a slot. Rejects if too many are waiting, and never settles if the client disconnects. */
  function waitForSlot(request: FastifyRequest, slot: Slot): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const { raw, sent } = request
    const { socket } = raw
    const start = () => {
      socket.off('close', hangUp)
      request.slot = slot
      if (socket.destroyed) leave(request)
      else resolve()
    }
    const bytes = sent instanceof LongBody ? 0 : (sent?.length ?? 0)
    const giveUp = slot.semaphore.wait(slot, start, bytes)
    const hangUp = () => {
      giveUp?.()
      leave(request)
    }
    if (!giveUp) reject(tooManyWaiting())
    else if (socket.destroyed) hangUp()
    else socket.on('close', hangUp)
    return promise
  }

  /** Idempotent. */
  function leave(request: FastifyRequest): void {
    const { slot, sent } = request
    // A file stays until a worker has read it.
    if (sent instanceof LongBody) void sent.close()
    request.sent = null
    request.slot = null
    slot?.semaphore.leave(slot)
  }

  /**
   * Releases the slot when the operating system has taken over the whole response, or the client has
   * disconnected.
   */
  function leaveWhenSent(request: FastifyRequest, raw: ServerResponse): void {
    const { socket } = request.raw
    if ((raw.writableEnded && raw.socket?.writableLength === 0) || socket.destroyed) {
      leave(request)
      return
    }
    // Node notices if the client stops reading, and the server then disconnects it. After the response, Node sets
    // another timeout.
    socket.setTimeout(patience)
    const end = () => {
      raw.off('finish', end)
      socket.off('close', end)
      leave(request)
    }
    raw.on('finish', end)
    socket.on('close', end)
  }

  /**
   * A hook that serves requests. It takes over from Fastify, which would parse bodies before there is a slot.
   *
   * A request takes its slot when its body has arrived, so that slow clients block nobody. Endpoints that control
   * access to an account don't use the account's semaphores: each session has one for each of them. So nothing
   * that a session or token does can keep anybody from signing out or from revoking a token.
   */
  function serving({ name, admit, bodyLimit, work, answerError: answer }: Steps): onRequestHookHandler {
    const semaphore = semaphoreOf(name)
    const isAboutAccess = aboutAccess.has(name)

    /** Public endpoints have no account, and need no slot. */
    function slotFor({ ownerId, credential }: Caller): Slot | undefined {
      const account = isAboutAccess ? `${credential} ${name}` : ownerId
      return ownerId ? { semaphore, account, credential } : undefined
    }

    async function serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      try {
        const admitting = admit(request)
        if (admitting) await admitting
        const { caller, raw } = request
        const slot = slotFor(caller)
        let isAtOnce = !admitting
        if (bodyLimit > 0) {
          // Node's parser delivers the rest of the packet before this continues.
          await undefined
          request.sent = uploads.take(raw, bodyLimit, slot?.account)
          isAtOnce = request.sent !== null
          request.sent ??= await uploads.read(raw, bodyLimit, slot?.account)
        }
        if (slot) {
          if (semaphore.enter(slot)) request.slot = slot
          else {
            isAtOnce = false
            await waitForSlot(request, slot)
          }
          if (!isAtOnce) await requireCaller(caller)
        }
        await work(request, reply)
        if (slot) leaveWhenSent(request, reply.raw)
      } catch (error) {
        await answerFailure(error as Error, request, reply)
      }
    }

    /** Responding to an error queries the database, so a request that fails early waits for its slot too. */
    async function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const slot = slotFor(request.caller)
      try {
        if (slot && !request.slot) {
          if (semaphore.enter(slot)) request.slot = slot
          else await waitForSlot(request, slot)
        }
        answer(await reasonFor(error, request.caller.ownerId), request, reply)
      } catch (cause) {
        answerError(cause, request, reply)
      }
      leave(request)
    }

    return (request, reply) => {
      request.caller = nobody
      void serve(request, reply)
    }
  }

  return {
    serving,
    admitFor,
    leave,
    reasonFor,
    requireAccount,
    requireCaller,
    hasAccess: callers.hasAccess,
    onEnded: callers.onEnded,
    /** Admits an API token that did not come in the header. False if it has another scope, or is none. */
    async admitToken(request: FastifyRequest, token: string, scope: TokenScope): Promise<boolean> {
      const authorization = `Bearer ${token}`
      const caller = callers.recall(authorization) ?? (await callers.find(authorization))
      if (caller?.apiToken?.scope !== scope) return false
      request.caller = caller
      return true
    },
  }
}

const tooManyWaiting = () =>
  fail('rate_limited', {
    detail: 'Too many requests of your account are waiting. Try again in {retry_after} seconds.',
    retry_after: 5,
  })
