import type {
  AuthorizationConsent,
  AuthorizationDescription,
  AuthorizationRequest,
} from '../../contract/oauth.ts'
import type { SessionActor } from '../accounts/access.ts'
import { hasRoomForToken } from '../accounts/api-tokens.ts'
import type { Visitor } from '../common/caller.ts'
import { iso } from '../common/clock.ts'
import { OAuthError } from '../common/oauth-error.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import { addCode } from './codes.ts'
import { placeOf } from './redirects.ts'
import { readRequest } from './requests.ts'

type Asker = SessionActor & Visitor

// What the page at /authorize asks on behalf of the person. The answers are where to send the browser.

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

/** Says so whatever else is wrong with the request. */
export async function refuseAuthorization(
  world: World,
  actor: Asker,
  request: AuthorizationRequest,
): Promise<string> {
  const { redirectTo } = await readRequest(world, actor, request)
  world.audit('client_refused', actor)
  return redirectTo(outcomeOf(refused))
}

const refused = new OAuthError('access_denied', 'The person refused.')

const outcomeOf = ({ error, description }: OAuthError) => ({ error, error_description: description })
