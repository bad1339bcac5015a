import { type Clock, iso, minutes, seconds } from '../clock.ts'
import { type Database, list } from '../db/database.ts'
import type { MessageKind } from './messages.ts'

/** A message whose turn it is, held by one process while it sends. */
export interface Claim {
  id: string
  nonce: string
  token_hash: string
  attempts: number
  purpose: MessageKind
  email: string
}

/** A process that dies lets go of its claims this long after it last renewed them. */
const lease = 15 * seconds
export const renewEvery = 5 * seconds

/** Asked before every claim, because asking writes nothing. */
export async function anythingDue(db: Database, clock: Clock): Promise<boolean> {
  const now = iso(clock.now())
  const due = await db.get`
    select id from outbox
    where next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) limit 1`
  return due !== undefined
}

/** Takes hold of up to `limit` messages, oldest turn first. No two callers get the same one. */
export async function claimSends(db: Database, clock: Clock, limit: number): Promise<Claim[]> {
  const now = iso(clock.now())
  return await db.transaction(async (tx) => {
    const claimed = await tx.all<{ id: string }>`
      update outbox set claimed_until = ${iso(clock.now() + lease)}, attempts = attempts + 1
      where id in (
        select id from outbox
        where next_attempt_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        order by next_attempt_at limit ${limit})
      returning id`
    return await tx.all<Claim>`
      select outbox.id, nonce, outbox.token_hash, attempts, purpose, email
      from outbox join links on links.token_hash = outbox.token_hash
      where outbox.id in ${list(claimed.map(({ id }) => id))}`
  })
}

export async function renewClaim(db: Database, clock: Clock, { id }: Claim): Promise<void> {
  await db.transaction(
    (tx) => tx.run`update outbox set claimed_until = ${iso(clock.now() + lease)} where id = ${id}`,
  )
}

export async function markSent(db: Database, { id }: Claim): Promise<void> {
  await db.transaction((tx) => tx.run`delete from outbox where id = ${id}`)
}

/** Tried again after 1, 2, 4 … seconds, and every minute at least, for as long as the link is valid. */
export async function postpone(db: Database, clock: Clock, { id, attempts }: Claim): Promise<void> {
  const wait = Math.min(2 ** (attempts - 1) * seconds, 1 * minutes)
  await db.transaction(
    (tx) => tx.run`
    update outbox set claimed_until = null, next_attempt_at = ${iso(clock.now() + wait)} where id = ${id}`,
  )
}

/** How many messages were still unsent when their links expired. They are of no use to anybody now. */
export async function dropExpired(db: Database, clock: Clock): Promise<number> {
  const now = iso(clock.now())
  const expired = await db.get`
    select outbox.id from outbox join links on links.token_hash = outbox.token_hash
    where links.expires_at <= ${now} and (claimed_until is null or claimed_until <= ${now}) limit 1`
  if (!expired) return 0
  return await db.transaction(
    (tx) => tx.run`
    delete from outbox where (claimed_until is null or claimed_until <= ${now})
      and token_hash in (select token_hash from links where expires_at <= ${now})`,
  )
}

export async function countWaiting(db: Database): Promise<number> {
  const { waiting = 0 } = (await db.get<{ waiting: number }>`select count(*) as waiting from outbox`) ?? {}
  return waiting
}
