import type { Actor } from '../common/audit.ts'
import { hours, iso } from '../common/clock.ts'
import { normaliseEmail } from '../common/email.ts'
import { invalid } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { Change, Database } from '../db/database.ts'
import { inBatches } from '../db/database.ts'
import { list } from '../db/values.ts'
import { removeTombstones } from '../feed/tombstones.ts'
import type { SessionActor } from './access.ts'
import { sweepSessions } from './sessions.ts'

/**
 * Closes the account and frees its address in one transaction. Its contents are then deleted in batches, so
 * that nobody waits for somebody else's 10,000 cards. If a crash interrupts that, the sweep continues.
 */
export async function leave(
  { db, access, clock, audit }: Pick<World, 'db' | 'access' | 'clock' | 'audit'>,
  actor: SessionActor | (Actor & { session?: never }),
  address: string,
): Promise<void> {
  const { ownerId } = actor
  const email = normaliseEmail(address)
  // Not a valid address, so nobody can sign in with it.
  const noAddress = `left:${ownerId}`
  await access.end(actor, async (held) => {
    const closed = await held.run`
      update users set email = ${noAddress}, email_verified_at = null, pending_email = null,
        left_at = ${iso(clock.now())}
      where id = ${ownerId} and email = ${email}`
    if (closed === 0) throw invalid('email', 'is not the address of this account')
    held.send`delete from links where owner_id = ${ownerId}`
    held.send`delete from passkeys where owner_id = ${ownerId}`
    held.send`delete from api_tokens where owner_id = ${ownerId}`
    held.send`delete from sessions where owner_id = ${ownerId}`
  })
  audit('account_deleted', actor)
  await removeEverything(db, ownerId)
}

/** Finishes deletions that were interrupted. */
export async function sweepLeft({ db, clock }: World): Promise<void> {
  const left = await db.all<{
    id: string
  }>`select id from users where left_at <= ${iso(clock.now())} limit 100`
  for (const { id } of left) await removeEverything(db, id)
}

async function removeEverything(db: Database, ownerId: string): Promise<void> {
  const remove = (work: (change: Change, limit: number) => Promise<number>) =>
    inBatches((limit) => db.change(ownerId, (change) => work(change, limit)))
  await remove(
    (change, limit) => change.run`
      delete from cards where owner_id = ${ownerId} and id in (
        select id from cards where owner_id = ${ownerId} limit ${limit})`,
  )
  await remove(
    (change, limit) => change.run`
      delete from projects where owner_id = ${ownerId} and id in (
        select id from projects where owner_id = ${ownerId} limit ${limit})`,
  )
  await remove(
    (change, limit) => change.run`
      delete from bin where owner_id = ${ownerId} and id in (
        select id from bin where owner_id = ${ownerId} limit ${limit})`,
  )
  await remove(
    (change, limit) => change.run`
      delete from idempotency_keys where owner_id = ${ownerId} and key in (
        select key from idempotency_keys where owner_id = ${ownerId} limit ${limit})`,
  )
  await remove(removeTombstones)
  await db.transaction((tx) => tx.run`delete from users where id = ${ownerId}`)
}

// Used and expired links are kept for at least a day, so that they can be distinguished from unknown ones.
// The second day is for people who open their mail late.
const remembered = 48 * hours

/**
 * Removes the remains of deleted accounts, expired sessions, old links and their counts, then pending changes
 * and unverified accounts whose links have all expired. The condition on rows that others may be renewing is
 * repeated outside of the sub-select, because PostgreSQL re-evaluates only that one after waiting for a lock.
 * Accounts are selected beforehand: if every node has a copy of them, Citus (13.2) would change only one copy
 * if the statement also read links.
 */
export async function sweepAccounts(world: World): Promise<void> {
  const { db, clock } = world
  await sweepLeft(world)
  await sweepSessions(world)
  const now = iso(clock.now())
  const forgotten = iso(clock.now() - remembered)
  await inBatches((limit) =>
    db.transaction(
      (tx) => tx.run`
    delete from links where token_hash in (select token_hash from links where expires_at < ${forgotten} limit ${limit})`,
    ),
  )
  await inBatches((limit) =>
    db.transaction(
      (tx) => tx.run`
    delete from sent_links where expires_at < ${now}
      and subject in (select subject from sent_links where expires_at < ${now} limit ${limit})`,
    ),
  )
  await inBatches((limit) =>
    db.transaction(async (tx) => {
      const pending = await tx.all<{ id: string }>`
        select id from users where pending_email is not null and change_email_sent_at < ${forgotten}
          and not exists (select 1 from links where owner_id = users.id and purpose = 'change_address') limit ${limit}`
      return await tx.run`
        update users set pending_email = null
        where change_email_sent_at < ${forgotten} and id in ${list(pending.map(({ id }) => id))}`
    }),
  )
  await inBatches((limit) =>
    db.transaction(async (tx) => {
      const unopened = await tx.all<{ id: string }>`
        select id from users where email_verified_at is null and verification_email_sent_at < ${forgotten}
          and not exists (select 1 from links where owner_id = users.id) limit ${limit}`
      return await tx.run`
        delete from users where email_verified_at is null and verification_email_sent_at < ${forgotten}
          and id in ${list(unopened.map(({ id }) => id))}`
    }),
  )
}
