import { days, hours, iso } from '../common/clock.ts'
import type { World } from '../common/world.ts'
import { inBatches, queryOf, type Transaction } from '../db/database.ts'
import { list } from '../db/values.ts'
import { removeEverything } from './leave.ts'

// Used and expired links are kept for at least a day, so that they can be distinguished from unknown ones.
// The second day is for people who open their mail late.
const remembered = 48 * hours

/** What expires, and for how long it is kept after that. */
const expiring = [
  // The row of a session is useless once its token has expired. The extra day is for clocks that are set back.
  { kept: 1 * days, removal: removalOf('sessions', 'owner_id, id') },
  { kept: 0, removal: removalOf('challenges', 'challenge') },
  { kept: 0, removal: removalOf('authorization_codes', 'owner_id, id') },
  { kept: 0, removal: removalOf('sent_links', 'subject') },
  { kept: remembered, removal: removalOf('links', 'token_hash') },
]

function removalOf(table: string, key: string): TemplateStringsArray {
  const expired = `from ${table} where expires_at < `
  return queryOf(`delete ${expired}`, ` and (${key}) in (select ${key} ${expired}`, ' limit ', ')')
}

/**
 * Removes the remains of deleted accounts; what has expired; then pending changes and unverified accounts whose
 * links have all expired. The condition on rows that others may be renewing is repeated outside of the sub-select,
 * because PostgreSQL re-evaluates only that one after waiting for a lock. Accounts are selected beforehand: if
 * every node has a copy of them, Citus (13.2) would change only one copy if the statement also read links.
 */
export async function sweepAccounts({ db, clock }: World): Promise<void> {
  const now = iso(clock.now())
  const left = await db.all<{ id: string }>`select id from users where left_at <= ${now} limit 100`
  for (const { id } of left) await removeEverything(db, id)

  const remove = (work: (tx: Transaction, limit: number) => Promise<number>) =>
    inBatches((limit) => db.transaction((tx) => work(tx, limit)))
  for (const { kept, removal } of expiring) {
    const before = iso(clock.now() - kept)
    await remove((tx, limit) => tx.run(removal, before, before, limit))
  }
  const forgotten = iso(clock.now() - remembered)
  await remove(async (tx, limit) => {
    const pending = await tx.all<{ id: string }>`
      select id from users where pending_email is not null and change_email_sent_at < ${forgotten}
        and not exists (select 1 from links where owner_id = users.id and purpose = 'change_address') limit ${limit}`
    return await tx.run`
      update users set pending_email = null
      where change_email_sent_at < ${forgotten} and id in ${list(pending.map(({ id }) => id))}`
  })
  await remove(async (tx, limit) => {
    const unopened = await tx.all<{ id: string }>`
      select id from users where email_verified_at is null and verification_email_sent_at < ${forgotten}
        and not exists (select 1 from links where owner_id = users.id) limit ${limit}`
    return await tx.run`
      delete from users where email_verified_at is null and verification_email_sent_at < ${forgotten}
        and id in ${list(unopened.map(({ id }) => id))}`
  })
}
