import type { Scope } from '../../contract/access.ts'
import type {
  AuthorizationConsent,
  AuthorizationDescription,
  AuthorizationRequest,
} from '../../contract/oauth.ts'
import type { SessionActor } from '../accounts/access.ts'
import { hasRoomForToken } from '../accounts/api-tokens.ts'
import type { Visitor } from '../common/caller.ts'
import { iso } from '../common/clock.ts'
import { fail, OAuthError } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { Client } from './clients.ts'
import { addCode, invalidTarget, isOurResource } from './codes.ts'
import { chooseRedirect, placeOf } from './metadata.ts'

type Asker = SessionActor & Visitor

// The page at /authorize asks on behalf of the person. The answers are where to send the browser.

export async function describeAuthorization(
  world: World,
  actor: Asker,
  request: AuthorizationRequest,
): Promise<AuthorizationDescription> {
  const { client, redirectUri, asked, redirectTo } = await readRequest(world, actor, request)
  if (asked instanceof OAuthError) return { error: asked.error, redirect_to: redirectTo(outcomeOf(asked)) }
  const { name, host } = client
  return { client: { name, host }, scope: asked.scope, ...placeOf(redirectUri) }
}

export async function allowAuthorization(
  world: World,
  actor: Asker,
  consent: AuthorizationConsent,
): Promise<string> {
  const { clock, access, audit } = world
  const { ownerId, session } = actor
  const { client, redirectUri, asked, redirectTo } = await readRequest(world, actor, consent)
  if (asked instanceof OAuthError) return redirectTo(outcomeOf(asked))
  const code = await access.hold(actor, async (held) => {
    // The token is made when the code is used, but only here can the person do something about it.
    if (!(await hasRoomForToken(held, ownerId, iso(clock.now())))) throw fail('token_limit_reached')
    return addCode(held, clock, { ...asked, client, redirectUri, session })
  })
  audit('client_allowed', actor)
  return redirectTo({ code })
}

/** Tells the client that it is refused, whatever else is wrong with the request. */
export async function refuseAuthorization(
  world: World,
  actor: Asker,
  request: AuthorizationRequest,
): Promise<string> {
  const { redirectTo } = await readRequest(world, actor, request)
  world.audit('client_refused', actor)
  return redirectTo({ error: 'access_denied', error_description: 'The user denied the request.' })
}

const outcomeOf = ({ error, description }: OAuthError) => ({ error, error_description: description })

/** A request of a client that may learn the outcome, because it is known who it is and where it is. */
interface TrustedRequest {
  client: Client
  redirectUri: string
  /** The URL that tells the client the outcome. */
  redirectTo(outcome: Record<string, string>): string
  /** The client's wish, or the mistake in it. */
  asked: OAuthError | { scope: Scope; challenge: string }
}

async function readRequest(
  { config: { appUrl }, oauthClients }: World,
  asker: Asker,
  given: AuthorizationRequest,
): Promise<TrustedRequest> {
  // RFC 6749 §3.1: a parameter without a value counts as omitted.
  const request: AuthorizationRequest = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== ''),
  )
  const { client_id = '', redirect_uri, state } = request
  const client = await oauthClients.find(client_id, asker)
  const redirectUri = chooseRedirect(client, redirect_uri)
  if (redirectUri === undefined)
    throw fail('oauth_client_invalid', {
      detail: `${client.name} asks for an answer at a URL that it has not registered (redirect_uri). Nothing was sent there.`,
    })
  // Half a character cannot be in a URL, so no client has sent it in one.
  const always = { ...(state && { state: state.toWellFormed() }), iss: appUrl }
  return {
    client,
    redirectUri,
    redirectTo: (outcome) => withQuery(redirectUri, { ...outcome, ...always }),
    asked: readRest(request, appUrl),
  }
}

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

/** By hand: `URL` would rewrite the query that is already there. */
function withQuery(url: string, members: Record<string, string>): string {
  const query = Object.entries(members).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  const separator = !url.includes('?') ? '?' : /[?&]$/.test(url) ? '' : '&'
  return url + separator + query.join('&')
}
