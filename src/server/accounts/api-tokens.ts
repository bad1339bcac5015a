import { randomBytes } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { isDay } from '../../board/text/days.ts'
import {
  ApiToken,
  type MadeApiToken,
  type NewApiToken,
  type OAuthClient,
  type TokenScope,
} from '../../contract/access.ts'
import { Nullable } from '../../contract/values.ts'
import { iso } from '../common/clock.ts'
import { fail, invalid } from '../common/problems.ts'
import { hashToken } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Held, Reader } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { members } from '../db/values.ts'
import type { SessionActor } from './access.ts'

export const maxApiTokens = 50

/** Lets people and secret scanners recognise a token. */
const prefix = 'inb_'
export const isApiToken = (token: string) => token.startsWith(prefix)

export async function makeApiToken(
  { access, clock, audit }: World,
  actor: SessionActor,
  { label, scope, expires_at = null }: NewApiToken,
): Promise<MadeApiToken> {
  const now = iso(clock.now())
  const expiry = expires_at === null ? null : readTime(expires_at)
  if (expiry !== null && expiry <= now) throw invalid('expires_at', 'must be in the future')
  const made = await access.hold(actor, (held) =>
    addApiToken(held, now, { label, scope, expires_at: expiry }),
  )
  if (!made) throw fail('token_limit_reached')
  audit('token_made', actor)
  return made
}

interface TokenToAdd extends Required<NewApiToken> {
  /** If it is granted by OAuth. */
  grantedTo?: OAuthClient & { hash: string }
}

/** Resolves to undefined if the account has too many. Expired tokens don't count. */
export async function addApiToken(
  held: Held,
  now: string,
  { label, scope, expires_at, grantedTo }: TokenToAdd,
): Promise<MadeApiToken | undefined> {
  const { ownerId } = held
  const token = prefix + randomBytes(32).toString('base64url')
  held.send`delete from api_tokens where owner_id = ${ownerId} and expires_at <= ${now}`
  const row = await held.get<ApiTokenRow>`
    insert into api_tokens (owner_id, id, token_hash, label, scope, created_at, expires_at,
      client_name, client_host, client_hash)
    select ${ownerId}, ${newId()}, ${hashToken(token)}, ${label}, ${scope}, ${now}, ${expires_at},
      ${grantedTo?.name ?? null}, ${grantedTo?.host ?? null}, ${grantedTo?.hash ?? null}
    where (select count(*) from api_tokens where owner_id = ${ownerId}) < ${maxApiTokens}
    returning ${members(ApiTokenRow)}`
  return row && { api_token: toApiToken(row), token }
}

export async function hasRoomForToken(db: Reader, ownerId: string, now: string): Promise<boolean> {
  const unexpired = await db.get<{ tokens: number }>`
    select count(*) as tokens from api_tokens
    where owner_id = ${ownerId} and (expires_at is null or expires_at > ${now})`
  return (unexpired?.tokens ?? 0) < maxApiTokens
}

const { client: _, ...plain } = ApiToken.properties
const ApiTokenRow = Type.Object({
  ...plain,
  client_name: Nullable(Type.String()),
  client_host: Nullable(Type.String()),
})
type ApiTokenRow = Static<typeof ApiTokenRow>

const toApiToken = ({ client_name, client_host, ...token }: ApiTokenRow): ApiToken => ({
  ...token,
  client: client_name === null ? null : { name: client_name, host: client_host },
})

export async function listApiTokens(db: Reader, ownerId: string): Promise<ApiToken[]> {
  const rows = await db.all<ApiTokenRow>`
    select ${members(ApiTokenRow)} from api_tokens where owner_id = ${ownerId} order by created_at desc, id desc`
  return rows.map(toApiToken)
}

export async function revokeApiToken(
  { access, audit }: World,
  actor: SessionActor,
  id: string,
): Promise<void> {
  await access.end(actor, async (held) => {
    const revoked = await held.run`delete from api_tokens where owner_id = ${actor.ownerId} and id = ${id}`
    if (revoked === 0) throw fail('not_found')
  })
  audit('token_revoked', actor)
}

interface Found {
  owner_id: string
  id: string
  scope: TokenScope
  expires_at: string | null
  last_used_at: string | null
}

export const findApiToken = (db: Reader, token: string) =>
  db.get<Found>`
    select owner_id, api_tokens.id, scope, expires_at, last_used_at
    from api_tokens join users on users.id = owner_id
    where token_hash = ${hashToken(token)} and email_verified_at is not null and disabled_at is null`

export async function isUnrevoked(db: Reader, ownerId: string, id: string): Promise<boolean> {
  const found = await db.get`
    select api_tokens.id from api_tokens join users on users.id = owner_id
    where owner_id = ${ownerId} and api_tokens.id = ${id} and disabled_at is null`
  return found !== undefined
}

// RFC 3339: date, time and offset.
const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/i

function readTime(text: string): string {
  const time = rfc3339.test(text) && isDay(text.slice(0, 10)) ? Date.parse(text.toUpperCase()) : Number.NaN
  if (Number.isNaN(time))
    throw invalid('expires_at', 'must be a time with its time zone, such as 2027-11-15T09:30:00.000Z')
  return iso(time)
}
