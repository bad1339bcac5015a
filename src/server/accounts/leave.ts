import type { Actor } from '../common/audit.ts'
import { iso } from '../common/clock.ts'
import { normaliseEmail } from '../common/email.ts'
import { invalid } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import { type Database, inBatches, queryOf } from '../db/database.ts'
import type { SessionActor } from './access.ts'

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

const contents = (
  [
    ['cards', 'id'],
    ['projects', 'id'],
    ['bin', 'id'],
    ['idempotency_keys', 'key'],
    ['tombstones', 'id'],
  ] as const
).map(([table, key]) => {
  const ofOwner = `from ${table} where owner_id = `
  return queryOf(`delete ${ofOwner}`, ` and ${key} in (select ${key} ${ofOwner}`, ' limit ', ')')
})

/** Also finishes a deletion that was interrupted. */
export async function removeEverything(db: Database, ownerId: string): Promise<void> {
  for (const removal of contents)
    await inBatches((limit) => db.change(ownerId, (change) => change.run(removal, ownerId, ownerId, limit)))
  await db.transaction((tx) => tx.run`delete from users where id = ${ownerId}`)
}
