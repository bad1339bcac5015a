import { iso, minutes, seconds } from '../clock.ts'
import { locked, type Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { hashToken, linkToken, newNonce } from '../mail/link-token.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'

const lifetime = 15 * minutes
export const expiresIn = lifetime / seconds

export type LinkPurpose = 'sign_in' | 'change_address'

export interface Link {
  owner_id: string
  purpose: LinkPurpose
  email: string
}

/** Stores the link together with the order to send it: whoever commits one commits both. */
export async function issueLink(
  tx: Transaction,
  { config, clock }: World,
  { owner_id, purpose, email }: Link,
): Promise<void> {
  const nonce = newNonce()
  const hash = hashToken(linkToken(config, nonce))
  const now = iso(clock.now())
  tx.run`
    insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
    values (${hash}, ${owner_id}, ${purpose}, ${email}, ${now}, ${iso(clock.now() + lifetime)})`
  await tx.run`
    insert into outbox (id, owner_id, token_hash, nonce, next_attempt_at)
    values (${newId()}, ${owner_id}, ${hash}, ${nonce}, ${now})`
}

const ownerOfLink = (hash: string) => `(select owner_id from links where token_hash = ${hash})`

/** Of any number of callers one gets the link; the others, and whoever comes too late, hear why not. */
export async function spendLink(tx: Transaction, token: string, now: string): Promise<Link> {
  const hash = hashToken(token)
  // Owner first, then link, as everyone does: whoever took them the other way round could wait for us waiting for them.
  const link = await tx.get<Link>`
    update links set used_at = ${now}
    where owner_id = ${locked(hash, ownerOfLink)} and token_hash = ${hash} and used_at is null and expires_at > ${now}
    returning owner_id, purpose, email`
  if (link) return link
  const dead = await tx.get<{ used_at: string | null }>`select used_at from links where token_hash = ${hash}`
  if (!dead) throw fail('token_unknown')
  throw fail(dead.used_at ? 'token_used' : 'token_expired')
}

/** Unopened links of this kind are from now on unknown, and if still unsent, they stay unsent. */
export async function withdrawLinks(tx: Transaction, ownerId: string, purpose: LinkPurpose): Promise<void> {
  await tx.run`delete from links where owner_id = ${ownerId} and purpose = ${purpose} and used_at is null`
}
