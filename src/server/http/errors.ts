import { finished } from 'node:stream/promises'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, type ProblemName, problem } from '../../contract/problem.ts'
import { seconds } from '../common/clock.ts'
import { ProblemError } from '../common/problems.ts'
import { DatabaseUnavailable } from '../db/database.ts'
import { DiskUnavailable } from './body.ts'

// Errors that Fastify detects before any of our code runs.
const foundByFramework: Record<string, ProblemName> = {
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  ECONNRESET: 'malformed_request',
}

/** An estimate. Restarting a database, or waiting for a writer, takes about this long. */
const secondsUntilAvailable = 2

export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

export function createErrors(log: Pick<FastifyBaseLogger, 'error'>) {
  const toProblem = (error: unknown, { id }: FastifyRequest): Problem =>
    problemOf(error, (cause, message) => log.error({ reqId: id, err: cause }, message))
  const answerError: AnswerError = (error, request, reply) => {
    if (error instanceof ProblemError && error.isReplay) reply.header('idempotency-replayed', 'true')
    const answer = toProblem(error, request)
    sendWhenReceived(request, reply, () => sendProblem(reply, answer))
  }
  return { toProblem, answerError }
}

/** Calls `send` as soon as the client can read an answer. */
export function sendWhenReceived(request: FastifyRequest, reply: FastifyReply, send: () => void): void {
  const { shouldKeepAlive } = reply.raw
  if (request.raw.complete || shouldKeepAlive) {
    send()
    return
  }
  // If the client asked to close the connection, its body is read to the end first.
  finished(request.raw.resume(), { signal: AbortSignal.timeout(2 * seconds) }).then(send, send)
}

/** True if a token has arrived, valid or not. */
export const hasToken = ({ headers }: FastifyRequest) => /^Bearer +\S/i.test(headers.authorization ?? '')

/** The value of `Retry-After`, if the answer has one. */
export const waitOf = ({ status, retry_after }: Problem): number | undefined =>
  retry_after ?? (status === 503 ? secondsUntilAvailable : undefined)

function sendProblem(reply: FastifyReply, answer: Problem): void {
  reply.header('cache-control', 'no-store')
  if (answer.status === 401 && !reply.hasHeader('www-authenticate'))
    reply.header('www-authenticate', 'Bearer')
  // Clients that sent one learn that a proxy has removed it, and that their session is as good as before.
  if (answer.code === 'unauthenticated' && !hasToken(reply.request)) reply.header('inboard-token', 'missing')
  const wait = waitOf(answer)
  if (wait !== undefined) reply.header('retry-after', wait)
  reply.code(answer.status).type('application/problem+json').send(JSON.stringify(answer))
}

export function problemOf(error: unknown, log: (cause: unknown, message: string) => void): Problem {
  if (error instanceof ProblemError) return error.problem
  const known = foundByFramework[(error as FastifyError).code]
  if (known) return problem(known)
  if (error instanceof DatabaseUnavailable || error instanceof DiskUnavailable) {
    log(error.cause, error.message)
    return problem('unavailable')
  }
  log(error, 'unexpected error')
  return problem('internal')
}
