import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '../problems.ts'
import type { AnswerError } from './errors.ts'

/** Finds out who is calling, by the Authorization header. */
export interface Callers {
  /** The owner of a token that was verified before and has not expired, without asking the database. */
  recall(authorization: string): string | undefined
  find(authorization: string): Promise<string | undefined>
  isThere(ownerId: string): Promise<boolean>
}

type Visit = FastifyRequest & { ownerId: string }

/**
 * An owner who is remembered may have been deleted since. Their things are deleted with them, so an answer that
 * contains one proves that they exist. Before an answer that proves nothing, a stream or an error, the database has to be
 * asked again.
 */
export function createSessionGate(app: FastifyInstance, callers: Callers, answerError: AnswerError) {
  app.decorateRequest('ownerId', '')

  function requireSession(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) {
    const { authorization = '' } = request.headers
    const admit = (ownerId: string | undefined) => {
      if (!ownerId) throw fail('unauthenticated')
      ;(request as Visit).ownerId = ownerId
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
    /** Whether the session of a request that has long been answered is still valid. */
    async isStillGood(authorization: string): Promise<boolean> {
      return (callers.recall(authorization) ?? (await callers.find(authorization))) !== undefined
    },
    /** Empty where no session is needed. */
    ownerOf: (request: FastifyRequest) => (request as Visit).ownerId,
    insistOn,
    async answerError(error: Error, request: FastifyRequest, reply: FastifyReply) {
      answerError(await reasonFor(error, (request as Visit).ownerId), request, reply)
      return reply
    },
  }
}
