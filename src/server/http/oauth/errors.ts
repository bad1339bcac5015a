import type { FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError } from '../../common/oauth-error.ts'
import { type createErrors, sendWhenReceived, waitOf } from '../answers/errors.ts'

/** What clients call it if they are not to blame. */
const codes: Record<number, string> = {
  429: 'too_many_requests',
  500: 'server_error',
  503: 'temporarily_unavailable',
}

/** Answers errors as RFC 6749 §5.2 says. `unreadable` is the code for a request that could not be read. */
export const answerAsOAuth =
  (toProblem: ReturnType<typeof createErrors>['toProblem'], unreadable: string) =>
  (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    const isOurs = error instanceof OAuthError
    const problem = isOurs ? undefined : toProblem(error, request)
    const code = isOurs ? error.error : (codes[problem?.status ?? 400] ?? unreadable)
    const description = isOurs ? error.description : (problem?.detail ?? '')
    const isTheirs = code === unreadable || isOurs
    const wait = problem && waitOf(problem)
    sendWhenReceived(request, reply, () => {
      if (wait !== undefined) reply.header('retry-after', wait)
      reply
        .code(isTheirs ? 400 : (problem?.status ?? 400))
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ error: code, error_description: plain(description) }))
    })
    return reply
  }

/** RFC 6749 allows no other characters. */
const plain = (text: string) => text.replaceAll('"', "'").replace(/[^\x20-\x5b\x5d-\x7e]/g, '?')
