import type { LinkPurpose } from '../../contract/account.ts'
import { iso, minutes, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import { hashToken } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Config } from '../config/config.ts'
import type { Held, Reader, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { linkToken, newNonce } from '../mail/outbox.ts'

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

/** Withdraws a pending change of address if `isSuch` accepts the session that asked for it. */
export async function withdrawChange(held: Held, isSuch: (askedBy: string | null) => boolean): Promise<void> {
  const pending = await held.get<{ asked_by: string | null }>`
    select asked_by from links where owner_id = ${held.ownerId} and purpose = 'change_address' and used_at is null`
  if (!pending || !isSuch(pending.asked_by)) return
  withdrawLinks(held, 'change_address')
  held.send`update users set pending_email = null where id = ${held.ownerId}`
}

/** True if a new account may be created for this address. */
export const mayJoin = ({ registration }: Config, email: string): boolean =>
  registration === 'open' || (registration !== 'closed' && isListed(registration, email))

/** True if an account may change to this address. Only a list restricts that. */
export const mayChangeTo = ({ registration }: Config, email: string): boolean =>
  typeof registration === 'string' || isListed(registration, email)

const isListed = (list: readonly string[], email: string) =>
  list.includes(email) || list.includes(email.slice(email.lastIndexOf('@')))
