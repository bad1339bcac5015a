import { hash } from 'node:crypto'
import type { MadeApiToken, Scope } from '../../contract/access.ts'
import { addApiToken } from '../accounts/api-tokens.ts'
import { isOpen } from '../accounts/sessions.ts'
import type { Actor } from '../common/audit.ts'
import { iso } from '../common/clock.ts'
import { OAuthError } from '../common/oauth-error.ts'
import { hashToken, isSameSecret } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Held } from '../db/database.ts'
import { remembered } from './codes.ts'
import { invalidTarget, isOurResource } from './requests.ts'

/** What a client sends for its token, as RFC 6749 §4.1.3 and RFC 7636 §4.5 name it. */
interface Exchange {
  code: string
  client_id?: string | undefined
  redirect_uri?: string | undefined
  code_verifier?: string | undefined
  resource?: string | undefined
}

interface GivenBack {
  token: string
  client_id?: string | undefined
}

interface Code {
  id: string
  session_id: string
  session_issued_at: string
  client_name: string
  client_host: string | null
  client_hash: string
  redirect_uri: string
  challenge: string
  scope: Scope
  token_id: string | null
}

/** From a code to an API token, and its end. `ip` is the IP of the client. */
export const createGrants = (world: World) => ({
  exchange: (sent: Exchange, ip: string) => exchange(world, sent, ip),
  giveBack: (sent: GivenBack, ip: string) => giveBack(world, sent, ip),
})

async function exchange(world: World, sent: Exchange, ip: string): Promise<MadeApiToken> {
  try {
    return await redeem(world, sent, ip)
  } catch (error) {
    // Says what the client can do about it, such as to register again. The code is spent all the same.
    if (!(error instanceof OAuthError)) throw error
    if (sent.client_id === undefined) throw missing('client_id')
    if (!world.oauthClients.mayBe(sent.client_id))
      throw new OAuthError('invalid_client', 'There is no client with this client_id.')
    throw error
  }
}

async function redeem(world: World, sent: Exchange, ip: string): Promise<MadeApiToken> {
  const { db, clock, audit } = world
  const now = iso(clock.now())
  const codeHash = hashToken(sent.code)
  const found = await db.get<{ owner_id: string }>`
    select owner_id from authorization_codes where code_hash = ${codeHash} and expires_at > ${now}`
  if (!found) throw unknown()
  const actor = { ownerId: found.owner_id, client: ip }
  const outcome = await db.hold(found.owner_id, async (held) => {
    const code = await held.get<Code>`
      select id, session_id, session_issued_at, client_name, client_host, client_hash, redirect_uri, challenge, scope,
        token_id
      from authorization_codes where code_hash = ${codeHash}`
    if (!code) return unknown()
    return code.token_id ?? (await spend(held, world, code, sent))
  })
  // Somebody else has the code too: see RFC 6749 §4.1.2. Whoever came first may have stolen it.
  if (typeof outcome === 'string') {
    await revoke(world, actor, outcome)
    throw unknown()
  }
  // Thrown after the commit, so that the code stays spent.
  if (outcome instanceof OAuthError) throw outcome
  audit('token_made', actor)
  return outcome
}

/** Whatever the outcome, the code works no more. It is forgotten unless there is a token that it could revoke. */
async function spend(
  held: Held,
  world: World,
  code: Code,
  sent: Exchange,
): Promise<MadeApiToken | OAuthError> {
  const { ownerId } = held
  const now = world.clock.now()
  const { client_name: name, client_host: host, client_hash: hash, scope } = code
  const mistake = await mistakeIn(held, world, code, sent)
  const made =
    mistake ??
    (await addApiToken(held, iso(now), {
      label: labelFor(name, host),
      scope,
      expires_at: null,
      grantedTo: { name, host, hash },
    })) ??
    invalidGrant('The account has as many API tokens as it may have.')
  if (made instanceof OAuthError)
    held.send`delete from authorization_codes where owner_id = ${ownerId} and id = ${code.id}`
  else
    held.send`
      update authorization_codes set token_id = ${made.api_token.id}, expires_at = ${iso(now + remembered)}
      where owner_id = ${ownerId} and id = ${code.id}`
  return made
}

/** At most 100 characters. A long name must not push out the host, and of a long host the end says whose it is. */
function labelFor(name: string, host: string | null): string {
  const place = host === null ? '' : ` (${host})`
  const start = [...name].slice(0, Math.max(100 - place.length, 0)).join('')
  return [...(start.trimEnd() + place)].slice(-100).join('')
}

async function mistakeIn(
  held: Held,
  { config: { appUrl } }: World,
  code: Code,
  { client_id = '', redirect_uri = code.redirect_uri, code_verifier, resource }: Exchange,
): Promise<OAuthError | undefined> {
  if (hashToken(client_id) !== code.client_hash) return invalidGrant('The code is for another client.')
  if (redirect_uri !== code.redirect_uri) return invalidGrant('The redirect_uri is not the one of the code.')
  if (code_verifier === undefined) return missing('code_verifier')
  if (!isSameSecret(hash('sha256', code_verifier, 'base64url'), code.challenge))
    return invalidGrant('The code_verifier does not match the code_challenge.')
  if (!isOurResource(resource, appUrl)) return invalidTarget(appUrl)
  const session = { id: code.session_id, issuedAt: Date.parse(code.session_issued_at) }
  if (!(await isOpen(held, held.ownerId, session))) return invalidGrant('The person has ended this access.')
  return undefined
}

const missing = (parameter: string) =>
  new OAuthError('invalid_request', `The parameter ${parameter} is missing.`)

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description)

const unknown = () => invalidGrant('The code is unknown, has expired, or was already used. Start again.')

/** RFC 7009: says nothing about tokens that this client was not granted. */
async function giveBack(world: World, { token, client_id }: GivenBack, ip: string): Promise<void> {
  const found = await world.db.get<{ owner_id: string; id: string; client_hash: string }>`
    select owner_id, id, client_hash from api_tokens
    where token_hash = ${hashToken(token)} and client_hash is not null`
  if (!found || (client_id !== undefined && hashToken(client_id) !== found.client_hash)) return
  await revoke(world, { ownerId: found.owner_id, client: ip }, found.id)
}

async function revoke({ access, audit }: World, actor: Actor, tokenId: string): Promise<void> {
  await access.end({ ownerId: actor.ownerId }, async (held) => {
    held.send`delete from api_tokens where owner_id = ${actor.ownerId} and id = ${tokenId}`
  })
  audit('token_revoked', actor)
}
