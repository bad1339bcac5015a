import { hash, randomBytes } from 'node:crypto'
import type { MadeApiToken, Scope } from '../../contract/access.ts'
import { addApiToken } from '../accounts/api-tokens.ts'
import { isOpen } from '../accounts/sessions.ts'
import type { Actor } from '../common/audit.ts'
import type { CurrentSession } from '../common/caller.ts'
import { type Clock, iso, minutes, seconds } from '../common/clock.ts'
import { OAuthError } from '../common/problems.ts'
import { hashToken, isSameSecret } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Held } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { Client } from './clients.ts'

const lifetime = 60 * seconds
const maxUnused = 10
/** How long a code is known after it has got its token. */
const remembered = 10 * minutes

interface Allowed {
  client: Client
  redirectUri: string
  challenge: string
  scope: Scope
  session: CurrentSession
}

/** Returns the code, which is stored only as a hash. If there are too many, the oldest are dropped. */
export function addCode(
  held: Held,
  clock: Clock,
  { client, redirectUri, challenge, scope, session }: Allowed,
): string {
  const { ownerId } = held
  const code = randomBytes(32).toString('base64url')
  held.send`
    insert into authorization_codes (owner_id, id, code_hash, session_id, session_issued_at, client_name, client_host,
      client_hash, redirect_uri, challenge, scope, expires_at)
    values (${ownerId}, ${newId()}, ${hashToken(code)}, ${session.id}, ${iso(session.issuedAt)}, ${client.name},
      ${client.host}, ${hashToken(client.id)}, ${redirectUri}, ${challenge}, ${scope}, ${iso(clock.now() + lifetime)})`
  held.send`
    delete from authorization_codes where owner_id = ${ownerId} and token_id is null and id not in (
      select id from authorization_codes where owner_id = ${ownerId} and token_id is null
      order by id desc limit ${maxUnused})`
  return code
}

/** The parameters that a client sends. Empty ones have been left out. */
export type Form = ReadonlyMap<string, string>

/** RFC 6749 §4.1.3, with the code_verifier of RFC 7636 §4.5. `ip` is the IP of the client. */
export async function exchange(world: World, form: Form, ip: string): Promise<MadeApiToken> {
  if (required(form, 'grant_type') !== 'authorization_code')
    throw new OAuthError('unsupported_grant_type', 'The grant_type must be authorization_code.')
  const code = required(form, 'code')
  try {
    return await redeem(world, code, form, ip)
  } catch (error) {
    // Says what the client can do about it, such as to register again. The code is spent all the same.
    if (!(error instanceof OAuthError)) throw error
    if (!world.oauthClients.mayBe(required(form, 'client_id')))
      throw new OAuthError('invalid_client', 'There is no client with this client_id.')
    throw error
  }
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

async function redeem(world: World, sent: string, form: Form, ip: string): Promise<MadeApiToken> {
  const { db, clock, audit } = world
  const codeHash = hashToken(sent)
  const found = await db.get<{ owner_id: string }>`
    select owner_id from authorization_codes where code_hash = ${codeHash} and expires_at > ${iso(clock.now())}`
  if (!found) throw unknown()
  const actor = { ownerId: found.owner_id, client: ip }
  const outcome = await db.hold(found.owner_id, async (held) => {
    const code = await held.get<Code>`
      select id, session_id, session_issued_at, client_name, client_host, client_hash, redirect_uri, challenge, scope,
        token_id
      from authorization_codes where code_hash = ${codeHash}`
    if (!code) return unknown()
    return code.token_id ?? (await spend(held, world, code, form))
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

/** Uses up the code, also if it fails. It is forgotten unless there is a token that it could revoke. */
async function spend(held: Held, world: World, code: Code, form: Form): Promise<MadeApiToken | OAuthError> {
  const { ownerId } = held
  const now = world.clock.now()
  const { client_name: name, client_host: host, client_hash: hash, scope } = code
  const made =
    (await mistakeIn(held, world, code, form)) ??
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
  form: Form,
): Promise<OAuthError | undefined> {
  if (hashToken(form.get('client_id') ?? '') !== code.client_hash)
    return invalidGrant('The code is for another client.')
  if ((form.get('redirect_uri') ?? code.redirect_uri) !== code.redirect_uri)
    return invalidGrant('The redirect_uri is not the one of the code.')
  const verifier = form.get('code_verifier')
  if (verifier === undefined) return missing('code_verifier')
  if (!isSameSecret(hash('sha256', verifier, 'base64url'), code.challenge))
    return invalidGrant('The code_verifier does not match the code_challenge.')
  if (!isOurResource(form.get('resource'), appUrl)) return invalidTarget(appUrl)
  const session = { id: code.session_id, issuedAt: Date.parse(code.session_issued_at) }
  if (!(await isOpen(held, held.ownerId, session))) return invalidGrant('The person has ended this access.')
  return undefined
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

function required(form: Form, name: string): string {
  const value = form.get(name)
  if (value === undefined) throw missing(name)
  return value
}

const missing = (parameter: string) =>
  new OAuthError('invalid_request', `The parameter ${parameter} is missing.`)

const invalidGrant = (description: string) => new OAuthError('invalid_grant', description)

const unknown = () => invalidGrant('The code is unknown, has expired, or was already used. Start again.')

/** RFC 7009: says nothing about tokens that this client was not granted. */
export async function giveBack(world: World, form: Form, ip: string): Promise<void> {
  const found = await world.db.get<{ owner_id: string; id: string; client_hash: string }>`
    select owner_id, id, client_hash from api_tokens
    where token_hash = ${hashToken(required(form, 'token'))} and client_hash is not null`
  const clientId = form.get('client_id')
  if (!found || (clientId !== undefined && hashToken(clientId) !== found.client_hash)) return
  await revoke(world, { ownerId: found.owner_id, client: ip }, found.id)
}

async function revoke({ access, audit }: World, actor: Actor, tokenId: string): Promise<void> {
  await access.end({ ownerId: actor.ownerId }, async (held) => {
    held.send`delete from api_tokens where owner_id = ${actor.ownerId} and id = ${tokenId}`
  })
  audit('token_revoked', actor)
}
