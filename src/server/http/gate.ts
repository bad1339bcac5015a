import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { scopesThatAllow } from '../../contract/access.ts'
import type { Route } from '../../contract/routes.ts'
import type { Caller } from '../caller.ts'
import { fail } from '../problems.ts'
import type { AnswerError } from './errors.ts'

/** Finds out who is calling, by the Authorization header. */
export interface Callers {
  /** Who was let in before and still may be, without asking the database. */
  recall(authorization: string): Caller | undefined
  find(authorization: string): Promise<Caller | undefined>
  /** Whether someone who was let in, some time ago, still may be. */
  isStillIn(caller: Caller): Promise<boolean>
  /** Called with the owner of whatever was ended. */
  onEnded(listener: (ownerId: string) => void): void
  isThere(ownerId: string): Promise<boolean>
}

type Visit = FastifyRequest & { caller: Caller }

export type Gate = ReturnType<typeof createGate>

/** Whether they may call an endpoint with this access. */
export const mayCall = ({ apiToken }: Caller, access: Route['access']) =>
  !apiToken ||
  access === 'public' ||
  (access !== 'session' && scopesThatAllow[access].includes(apiToken.scope))

const nobody: Caller = { ownerId: '', until: 0 }

/**
 * An owner who is remembered may have been deleted since. Their things are deleted with them, so an answer that
 * contains one proves that they exist. Before an answer that proves nothing, a stream or an error, the database has to be
 * asked again.
 */
export function createGate(app: FastifyInstance, callers: Callers, answerError: AnswerError) {
  app.decorateRequest('caller')

  /** Lets those in who may call an endpoint with this access; or anybody who is known, whatever their token is for. */
  function requireAccess(access: Exclude<Route['access'], 'public'> | 'any') {
    return (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) => {
      const { authorization = '' } = request.headers
      const admit = (caller: Caller | undefined) => {
        if (!caller) throw fail('unauthenticated')
        ;(request as Visit).caller = caller
        if (access !== 'any' && !mayCall(caller, access)) throw fail('scope_insufficient')
        done()
      }
      const known = callers.recall(authorization)
      if (known) admit(known)
      else callers.find(authorization).then(admit).catch(done)
    }
  }

  /** Nobody where no session is needed. */
  const callerOf = (request: FastifyRequest) => (request as Visit).caller ?? nobody

  async function insistOn(ownerId: string): Promise<void> {
    if (ownerId && !(await callers.isThere(ownerId))) throw fail('unauthenticated')
  }

  /** What to tell the caller when something has gone wrong: that they do not exist any more comes first. */
  const reasonFor = (error: Error, ownerId: string): Promise<Error> =>
    insistOn(ownerId).then(
      () => error,
      (worse) => worse,
    )

  return {
    requireAccess,
    callerOf,
    reasonFor,
    /** For a request that takes its time. */
    async insistOnCaller(request: FastifyRequest): Promise<void> {
      if (callers.recall(request.headers.authorization ?? '')) return
      if (!(await callers.isStillIn(callerOf(request)))) throw fail('unauthenticated')
    },
    isStillIn: callers.isStillIn,
    onEnded: callers.onEnded,
    insistOn,
    async answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
      answerError(await reasonFor(error, callerOf(request).ownerId), request, reply)
      return reply
    },
  }
}
