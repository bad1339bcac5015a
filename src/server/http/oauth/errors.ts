import type { FastifyReply, FastifyRequest } from 'fastify'
import { OAuthError } from '../../common/oauth-error.ts'

/** As RFC 6749 §5.2 says. Errors that are not about OAuth are answered as everywhere. */
export function answerOAuthError(error: Error, _request: FastifyRequest, reply: FastifyReply): void {
  if (!(error instanceof OAuthError)) throw error
  reply
    .code(400)
    .header('cache-control', 'no-store')
    .send({ error: error.error, error_description: error.description })
}
