import { sweepSessions } from '../access/sessions.ts'
import { hours, iso } from '../common/clock.ts'
import type { World } from '../common/world.ts'
import { inBatches } from '../db/batches.ts'
import { list } from '../db/values.ts'
import { sweepLeft } from './leave.ts'

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
