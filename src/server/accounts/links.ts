import { createHmac } from 'node:crypto'
import type { LinkPurpose } from '../../contract/account.ts'
import { type Clock, hours, iso, minutes, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import { derivedKey, hashToken } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Config } from '../config/config.ts'
import type { Held, Reader, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { linkToken, newNonce } from '../mail/outbox.ts'

// The rows of emailed links, and how many of them are sent.

export const lifetime = 15 * minutes
export const expiresIn = lifetime / seconds

export interface Link {
  owner_id: string
  purpose: LinkPurpose
  email: string
  /** For a change of address: the session that asked for it. */
  asked_by?: string
}

/**
 * Stores the link together with its entry in the outbox, in one transaction. A link that must not be sent is
 * stored as already used, and the mailer drops it. That takes as long as sending, so the timing reveals
 * nothing.
 */
export async function issueLink(
  tx: Transaction,
  { config, clock }: World,
  { owner_id, purpose, email, asked_by }: Link,
  isToBeSent: boolean,
): Promise<void> {
  const nonce = newNonce()
  const hash = hashToken(linkToken(config.jwtSecret, nonce))
  const now = iso(clock.now())
  await tx.run`
    insert into links (token_hash, owner_id, purpose, email, asked_by, created_at, expires_at, used_at)
    values (${hash}, ${owner_id}, ${purpose}, ${email}, ${asked_by ?? null}, ${now}, ${iso(clock.now() + lifetime)},
      ${isToBeSent ? null : now})`
  await tx.run`
    insert into outbox (id, owner_id, token_hash, nonce, next_attempt_at)
    values (${newId()}, ${owner_id}, ${hash}, ${nonce}, ${now})`
}

/** The owner of a link. Throws if the link is unknown. */
export async function ownerOfLink(db: Reader, hash: string): Promise<string> {
  const link = await db.get<{ owner_id: string }>`select owner_id from links where token_hash = ${hash}`
  if (!link) throw fail('token_unknown')
  return link.owner_id
}

/**
 * Uses up the link. Only one of any number of concurrent callers gets it; the others, and late ones, get the
 * reason.
 */
export async function spendLink(held: Held, hash: string, now: string): Promise<Link> {
  const link = await held.get<Link>`
    update links set used_at = ${now}
    where owner_id = ${held.ownerId} and token_hash = ${hash} and used_at is null and expires_at > ${now}
    returning owner_id, purpose, email`
  if (link) return link
  const dead = await held.get<{ used_at: string | null }>`
    select used_at from links where token_hash = ${hash}`
  if (!dead) throw fail('token_unknown')
  throw fail(dead.used_at ? 'token_used' : 'token_expired')
}

/**
 * Deletes unopened links of this kind, so that they become unknown. Those still in the outbox are never sent.
 */
export function withdrawLinks(held: Held, purpose: LinkPurpose): void {
  held.send`
    delete from links where owner_id = ${held.ownerId} and purpose = ${purpose} and used_at is null`
}

/** Withdraws a pending change of address. */
export function withdrawChange(held: Held): void {
  withdrawLinks(held, 'change_address')
  held.send`update users set pending_email = null where id = ${held.ownerId}`
}

/** The same, if `isSuch` accepts the session that asked for it. */
export async function withdrawChangeOf(
  held: Held,
  isSuch: (askedBy: string | null) => boolean,
): Promise<void> {
  const pending = await held.get<{ asked_by: string | null }>`
    select asked_by from links where owner_id = ${held.ownerId} and purpose = 'change_address' and used_at is null`
  if (pending && isSuch(pending.asked_by)) withdrawChange(held)
}

/** True if a new account may be created for this address. */
export const mayJoin = ({ registration }: Config, email: string): boolean =>
  registration === 'open' || (registration !== 'closed' && isListed(registration, email))

/** True if an account may change to this address. Only a list restricts that. */
export const mayChangeTo = ({ registration }: Config, email: string): boolean =>
  typeof registration === 'string' || isListed(registration, email)

const isListed = (list: readonly string[], email: string) =>
  list.includes(email) || list.includes(email.slice(email.lastIndexOf('@')))

const interval = 1 * minutes
export const retryAfter = interval / seconds

/**
 * A slot claimed between `after` and `until` is taken. A later one was claimed before the clock was set back.
 */
export function takenSlot(clock: Clock) {
  const now = clock.now()
  return { now: iso(now), after: iso(now - interval), until: iso(now + interval) }
}

export function throttled(clock: Clock, sentAt: string) {
  const wait = Math.ceil((Date.parse(sentAt) + interval - clock.now()) / seconds)
  return fail('throttled', { retry_after: Math.min(Math.max(wait, 1), retryAfter) })
}

/**
 * Shorter than the lifetime of a link, so anybody who has to wait because of a stranger's requests still has
 * a valid link.
 */
const pace = 10 * minutes

/**
 * Times further in the future were recorded before the clock was set back. Within the tolerance, they are
 * from another instance's clock.
 */
const tolerance = 1 * minutes

type Subject = 'sign-in links to' | 'changes asked for by' | 'changes to'

/** The time from which one more link may be sent, given those already sent. */
type Rule = (times: readonly number[]) => number

/** At most `limit` within an hour; 0 is no limit. */
export const perHour =
  (limit: number): Rule =>
  (times) =>
    limit === 0 || times.length < limit ? 0 : (times.at(-limit) ?? 0) + 1 * hours

/** After `limit` within an hour, one every ten minutes. */
export const perHourThenSlowly =
  (limit: number): Rule =>
  (times) =>
    Math.min(perHour(limit)(times), (times.at(-1) ?? 0) + pace)

/**
 * Counts one more link, or throws if the rule doesn't allow it yet. Locks the row, so concurrent requests for the
 * same subject wait for this transaction.
 */
export async function countLink(
  tx: Transaction,
  { config, clock }: World,
  [subject, whose]: [Subject, string],
  rule: Rule,
  detail: string,
): Promise<void> {
  const now = clock.now()
  const hash = createHmac('sha256', keyOf(config.jwtSecret)).update(`${subject} ${whose}`).digest('base64url')
  const row = await tx.get<{ times: string }>`
    insert into sent_links (subject, times, expires_at) values (${hash}, '[]', ${iso(now + 1 * hours)})
    on conflict (subject) do update set expires_at = excluded.expires_at
    returning times`
  const all: number[] = JSON.parse(row?.times ?? '[]')
  const times = all.filter((time) => time > now - 1 * hours && time <= now + tolerance)
  const wait = Math.ceil((rule(times) - now) / seconds)
  if (wait > 0) throw fail('rate_limited', { retry_after: Math.min(wait, 3600), detail })
  tx.send`update sent_links set times = ${JSON.stringify([...times, now])} where subject = ${hash}`
}

const keyOf = (secret: string) => derivedKey(secret, 'inboard: to whom links were sent')
