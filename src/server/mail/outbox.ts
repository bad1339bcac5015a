import { createHmac, randomBytes } from 'node:crypto'
import { type Clock, iso, seconds } from '../common/clock.ts'
import { derivedKey } from '../common/secrets.ts'
import type { Database } from '../db/database.ts'
import { list } from '../db/values.ts'
import type { MessageKind } from './messages.ts'

/** A message that is due, leased by one process. */
export interface Claim {
  id: string
  nonce: string
  token_hash: string
  /** Counted up by each claim. It is the fencing token: whoever holds an older number has lost the lease. */
  attempts: number
  purpose: MessageKind
  email: string
  expires_at: string
  used_at: string | null
}

/** How long a claim lasts unless it is renewed. If a process dies, its messages become available again. */
const lease = 8 * seconds
export const renewEvery = 2 * seconds

const longestWait = 30 * seconds

/**
 * Claims up to `limit` messages that are due, oldest first, except those being sent. No two callers get the same
 * one.
 */
export async function claimDue(
  db: Database,
  clock: Clock,
  limit: number,
  sending: string[],
): Promise<Claim[]> {
  const now = clock.now()
  // No attempt is ever scheduled further ahead than the longest wait, unless the clock has been set back since.
  const due = await db.all<Claim>`
    select outbox.id, nonce, outbox.token_hash, attempts, purpose, email, expires_at, used_at
    from outbox join links on links.token_hash = outbox.token_hash
    where (next_attempt_at <= ${iso(now)} or next_attempt_at > ${iso(now + longestWait)})
      and outbox.id not in ${list(sending)}
    order by next_attempt_at, outbox.id limit ${limit}`
  if (due.length === 0) return []
  return await db.transaction(async (tx) => {
    const claims: Claim[] = []
    for (const message of due) {
      const claim = { ...message, attempts: message.attempts + 1 }
      const claimed = await tx.run`
        update outbox set attempts = ${claim.attempts}, next_attempt_at = ${iso(now + lease)}
        where id = ${message.id} and attempts = ${message.attempts}`
      if (claimed > 0) claims.push(claim)
    }
    return claims
  })
}

export const renewClaim = (db: Database, clock: Clock, claim: Claim) =>
  schedule(db, claim, iso(clock.now() + lease))

/**
 * An exponential back-off: after 1, 2, 4 … seconds, at most half a minute apart, for as long as the link is
 * valid.
 */
export const postpone = (db: Database, clock: Clock, claim: Claim) =>
  schedule(db, claim, iso(clock.now() + Math.min(2 ** (claim.attempts - 1) * seconds, longestWait)))

async function schedule(db: Database, { id, attempts }: Claim, at: string): Promise<void> {
  await db.transaction(
    (tx) => tx.run`update outbox set next_attempt_at = ${at} where id = ${id} and attempts = ${attempts}`,
  )
}

export async function remove(db: Database, { id }: Claim): Promise<void> {
  await db.transaction((tx) => tx.run`delete from outbox where id = ${id}`)
}

export async function countWaiting(db: Database): Promise<number> {
  const { waiting = 0 } = (await db.get<{ waiting: number }>`select count(*) as waiting from outbox`) ?? {}
  return waiting
}

/**
 * The token in a link is never stored. It is derived from a nonce, which is in the outbox until the message
 * is sent, and a key, which is not in the database. Neither is of any use alone.
 */
export function linkToken(secret: string, nonce: string): string {
  const key = derivedKey(secret, 'inboard: tokens of emailed links')
  return createHmac('sha256', key).update(nonce).digest('base64url')
}

export const newNonce = () => randomBytes(32).toString('base64url')
