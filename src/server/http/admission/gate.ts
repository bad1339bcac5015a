import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scopesThatAllow, type TokenScope } from '../../../contract/access.ts'
import type { Route } from '../../../contract/routes.ts'
import type { Caller } from '../../common/caller.ts'
import { fail } from '../../common/problems.ts'
import type { AnswerError } from '../answers/errors.ts'

/** Authenticates callers by the Authorization header. */
export interface Callers {
  /** A cached caller who still has access, without a query. */
  recall(authorization: string): Caller | undefined
  /** True if a caller would be accepted again from the cache, without a query. */
  isRemembered(caller: Caller): boolean
  find(authorization: string): Promise<Caller | undefined>
  /** True if a caller who was accepted some time ago still has access. */
  hasAccess(caller: Caller): Promise<boolean>
  /** Called with the owner whose access has ended. */
  onEnded(listener: (ownerId: string) => void): void
  exists(ownerId: string): Promise<boolean>
}

type Visit = FastifyRequest & { caller: Caller }

export type Gate = ReturnType<typeof createGate>

/** True if the caller may use an endpoint with this access. */
export const mayCall = ({ apiToken }: Caller, access: Route['access']) =>
  !apiToken ||
  access === 'public' ||
  (access !== 'session' && scopesThatAllow[access].includes(apiToken.scope))

/** True if the caller may use any endpoint of the API. */
const mayCallSome = ({ apiToken }: Caller) =>
  !apiToken || Object.values(scopesThatAllow).some((scopes) => scopes.includes(apiToken.scope))

const nobody: Caller = { ownerId: '', until: 0 }

/**
 * A cached owner may have been deleted since. Everything they have is deleted with them, so a response that
 * contains any of it proves that they exist. Before a response that proves nothing (a stream or an error),
 * the database has to be asked again.
 */
export function createGate(app: FastifyInstance, callers: Callers, answerError: AnswerError) {
  app.decorateRequest('caller')

  /** Admits callers who may use an endpoint with this access, or with `any` those who may use one at all. */
  function requireAccess(access: Exclude<Route['access'], 'public'> | 'any') {
    return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      const { authorization = '' } = request.headers
      const admit = (caller: Caller | undefined) => {
        if (!caller) throw fail('unauthenticated')
        ;(request as Visit).caller = caller
        const may = access === 'any' ? mayCallSome(caller) : mayCall(caller, access)
        if (!may) throw fail('scope_insufficient')
        done()
      }
      const known = callers.recall(authorization)
      if (known) admit(known)
      else callers.find(authorization).then(admit).catch(done)
    }
  }

  /** `nobody` if the endpoint is public. */
  const callerOf = (request: FastifyRequest) => (request as Visit).caller ?? nobody

  async function requireAccount(ownerId: string): Promise<void> {
    if (ownerId && !(await callers.exists(ownerId))) throw fail('unauthenticated')
  }

  /** The error to report. If the caller's account no longer exists, that takes precedence. */
  const reasonFor = (error: Error, ownerId: string): Promise<Error> =>
    requireAccount(ownerId).then(
      () => error,
      (worse) => worse,
    )

  return {
    requireAccess,
    /** Admits an API token that did not come in the header. False if it has another scope, or is none. */
    async admitToken(request: FastifyRequest, token: string, scope: TokenScope): Promise<boolean> {
      const authorization = `Bearer ${token}`
      const caller = callers.recall(authorization) ?? (await callers.find(authorization))
      if (caller?.apiToken?.scope !== scope) return false
      ;(request as Visit).caller = caller
      return true
    },
    callerOf,
    reasonFor,
    /** For requests that take long. */
    async requireCaller(request: FastifyRequest): Promise<void> {
      const caller = callerOf(request)
      if (callers.isRemembered(caller)) return
      if (!(await callers.hasAccess(caller))) throw fail('unauthenticated')
    },
    hasAccess: callers.hasAccess,
    onEnded: callers.onEnded,
    requireAccount,
    async answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
      answerError(await reasonFor(error, callerOf(request).ownerId), request, reply)
      return reply
    },
  }
}
