import type { Scope } from '../../contract/access.ts'
import type { AuthorizationRequest } from '../../contract/oauth.ts'
import { OAuthError } from '../common/oauth-error.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { Asker, Client } from './clients.ts'
import { chooseRedirect } from './redirects.ts'

/** A request of a client that may learn the outcome, because it is known who it is and where it is. */
interface TrustedRequest {
  client: Client
  redirectUri: string
  /** The URL that tells the client the outcome. */
  redirectTo(outcome: Record<string, string>): string
  /** What is wrong with the rest, or what the client asks for. */
  asked: OAuthError | { scope: Scope; challenge: string }
}

export async function readRequest(
  { config: { appUrl }, oauthClients }: Pick<World, 'config' | 'oauthClients'>,
  asker: Asker,
  given: AuthorizationRequest,
): Promise<TrustedRequest> {
  const request = withoutEmpty(given)
  const { client_id = '', redirect_uri, state } = request
  const client = await oauthClients.find(client_id, asker)
  const redirectUri = chooseRedirect(client, redirect_uri)
  if (redirectUri === undefined)
    throw fail('oauth_client_invalid', {
      detail: `${client.name} asks for an answer at a URL that it has not registered (redirect_uri). Nothing was sent there.`,
    })
  // Whatever cannot be in a URL cannot be returned unchanged.
  const isPossible = state?.isWellFormed() !== false
  const always = { ...(state && isPossible && { state }), iss: appUrl }
  return {
    client,
    redirectUri,
    redirectTo: (outcome) => withQuery(redirectUri, { ...outcome, ...always }),
    asked: isPossible ? readRest(request, appUrl) : mistake('state', 'contains half of a character'),
  }
}

/** RFC 6749 §3.1: a parameter without a value counts as omitted. */
const withoutEmpty = (request: AuthorizationRequest): AuthorizationRequest =>
  Object.fromEntries(Object.entries(request).filter(([, value]) => value !== ''))

function readRest(request: AuthorizationRequest, appUrl: string): TrustedRequest['asked'] {
  const { response_type, code_challenge: challenge = '', code_challenge_method, resource } = request
  if (response_type === undefined) return mistake('response_type', 'is missing')
  if (response_type !== 'code')
    return new OAuthError('unsupported_response_type', 'The response_type must be code.')
  if (!/^[\w-]{43,128}$/.test(challenge)) return mistake('code_challenge', 'is missing or malformed')
  if (code_challenge_method !== 'S256') return mistake('code_challenge_method', 'must be S256')
  const scope = widestOf(request.scope)
  if (!scope) return new OAuthError('invalid_scope', 'The scope must be capture, read or write.')
  if (!isOurResource(resource, appUrl)) return invalidTarget(appUrl)
  return { scope, challenge }
}

const mistake = (parameter: string, what: string) =>
  new OAuthError('invalid_request', `The parameter ${parameter} ${what}.`)

/** The widest known scope of a list. Unknown ones are ignored, unless there are no others. */
function widestOf(requested = ''): Scope | undefined {
  const words = requested.split(' ').filter(Boolean)
  if (words.length === 0) return 'write'
  return (['write', 'read', 'capture'] as const).find((scope) => words.includes(scope))
}

/**
 * There is only one resource, so a code need not remember it. Its scheme and host may be spelled in any way, as the
 * Model Context Protocol recommends.
 */
export const isOurResource = (resource: string | undefined, appUrl: string) =>
  resource === undefined || withUsualOrigin(resource).replace(/\/$/, '') === `${appUrl}/mcp`

const withUsualOrigin = (url: string) =>
  url.replace(/^https?:\/\/[\w.:[\]-]+/i, (origin) => URL.parse(origin)?.origin ?? origin)

export const invalidTarget = (appUrl: string) =>
  new OAuthError('invalid_target', `The only resource here is ${appUrl}/mcp.`)

/** By hand: `URL` would rewrite the query that is already there. */
function withQuery(url: string, members: Record<string, string>): string {
  const query = Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&'
  return url + separator + query.join('&')
}
