import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Claims } from '../accounts/sessions.ts'
import { fail } from '../problems.ts'
import type { AnswerError } from './errors.ts'

/** Finds out who is calling, by the Authorization header. */
export interface Callers {
  /** What a token says that was verified before and has not expired, without asking the database. */
  recall(authorization: string): Claims | undefined
  find(authorization: string): Promise<Claims | undefined>
  /** Those of these sessions that have ended since they were found. Asked for many open streams at once. */
  findEnded(sessions: readonly Claims[]): Promise<readonly Claims[]>
  isThere(ownerId: string): Promise<boolean>
}

type Visit = FastifyRequest & { session: Claims | null }

export type Gate = ReturnType<typeof createSessionGate>

/**
 * An owner who is remembered may have been deleted since. Their things are deleted with them, so an answer that
 * contains one proves that they exist. Before an answer that proves nothing, a stream or an error, the database has to be
 * asked again.
 */
export function createSessionGate(app: FastifyInstance, callers: Callers, answerError: AnswerError) {
  app.decorateRequest('session', null)
  /** Empty where no session is needed. */
  const ownerOf = (request: FastifyRequest) => (request as Visit).session?.sub ?? ''

  function requireSession(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
    const { authorization = '' } = request.headers
    const admit = (session: Claims | undefined) => {
      if (!session) throw fail('unauthenticated')
      ;(request as Visit).session = session
      done()
    }
    const known = callers.recall(authorization)
    if (known) admit(known)
    else callers.find(authorization).then(admit).catch(done)
  }

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
    requireSession,
    reasonFor,
    ownerOf,
    sessionOf: (request: FastifyRequest) => (request as Visit).session as Claims,
    findEnded: callers.findEnded,
    insistOn,
    async answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
      answerError(await reasonFor(error, ownerOf(request)), request, reply)
      return reply
    },
  }
}
