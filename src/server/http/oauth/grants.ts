import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MadeApiToken } from '../../../contract/access.ts'
import { OAuthError } from '../../common/oauth-error.ts'
import { requireType } from '../bodies/bodies.ts'
import { answerOAuthError } from './errors.ts'
import { type Form, parseForm, required } from './form.ts'

/** What clients get for a code, and give back. */
export interface Grants {
  exchange(sent: Form & { code: string; client_id: string }, ip: string): Promise<MadeApiToken>
  giveBack(sent: Form & { token: string }, ip: string): Promise<void>
}

interface Parts {
  grants: Grants
  /** Throws if the client has sent too many requests. */
  limitRate(request: FastifyRequest): void
}

/** Longer than any code or client id makes it. */
const longestForm = 16 * 1024

export function serveGrants(app: FastifyInstance, { grants, limitRate }: Parts): void {
  const endpoint = (url: string, answer: (form: Form, ip: string) => Promise<object>) =>
    app.post<{ Body: Form }>(url, {
      bodyLimit: longestForm,
      onRequest: [async (request) => limitRate(request), requireType(['application/x-www-form-urlencoded'])],
      preValidation: parseForm,
      errorHandler: answerOAuthError,
      handler: async ({ body, ip }, reply) => {
        reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
        return await answer(body, ip)
      },
    })

  endpoint('/oauth/token', async (form, ip) => {
    const { grant_type } = required(form, 'grant_type')
    if (grant_type !== 'authorization_code')
      throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.')
    const { api_token, token } = await grants.exchange(required(form, 'code', 'client_id'), ip)
    return { access_token: token, token_type: 'Bearer', scope: api_token.scope }
  })

  endpoint('/oauth/revoke', async (form, ip) => {
    await grants.giveBack(required(form, 'token'), ip)
    return {}
  })
}
