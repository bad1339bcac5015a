import type { FastifyRequest } from 'fastify'
import type { MadeApiToken } from '../../../contract/access.ts'
import { OAuthError } from '../../common/oauth-error.ts'
import { readForm, type ServePost } from './posts.ts'

type Optional<Name extends string> = { [Parameter in Name]?: string | undefined }

/** What clients get for a code, and give back. `ip` is where they ask from. */
export interface Grants {
  exchange(
    sent: { code: string } & Optional<'client_id' | 'redirect_uri' | 'code_verifier' | 'resource'>,
    ip: string,
  ): Promise<MadeApiToken>
  giveBack(sent: { token: string } & Optional<'client_id'>, ip: string): Promise<void>
}

const endpoint = {
  type: 'application/x-www-form-urlencoded',
  // Much more than the longest id of a client and the longest redirect URI.
  bodyLimit: 16 * 1024,
  unreadable: 'invalid_request',
  read: readForm,
} as const

/** The endpoints of RFC 6749 §3.2 and RFC 7009. */
export function serveGrants(servePost: ServePost, { exchange, giveBack }: Grants): void {
  servePost({
    ...endpoint,
    url: '/oauth/token',
    async handle(form, request) {
      if (required(form, 'grant_type') !== 'authorization_code')
        throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.')
      const sent = {
        code: required(form, 'code'),
        client_id: form.get('client_id'),
        redirect_uri: form.get('redirect_uri'),
        code_verifier: form.get('code_verifier'),
        resource: form.get('resource'),
      }
      const { token, api_token } = await exchange(sent, ipOf(request))
      const content = { access_token: token, token_type: 'Bearer', scope: api_token.scope }
      return { status: 200, content }
    },
  })
  servePost({
    ...endpoint,
    url: '/oauth/revoke',
    async handle(form, request) {
      await giveBack({ token: required(form, 'token'), client_id: form.get('client_id') }, ipOf(request))
      return { status: 200 }
    },
  })
}

function required(form: Map<string, string>, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return value
}

/** After the connection has been closed, there is no IP. */
const ipOf = ({ ip = '' }: FastifyRequest) => ip
