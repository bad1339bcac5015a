import type { Transaction } from '../db/database.ts'
import { fail, invalid } from '../problems.ts'
import type { World } from '../world.ts'
import { normaliseEmail } from './email.ts'
import { expiresIn, issueLink, type Link, withdrawLinks } from './links.ts'
import { retryAfter, takenSlot, throttled } from './throttle.ts'
import { findUser } from './users.ts'

export async function requestAddressChange(world: World, ownerId: string, address: string) {
  const email = normaliseEmail(address)
  const { db, clock, mailer } = world
  const { now, after, until } = takenSlot(clock)
  const user = await db.transaction(async (tx) => {
    const owner = await tx.get<{ email: string; sent_at: string | null }>`
      select email, change_email_sent_at as sent_at from users where id = ${ownerId}`
    if (!owner) throw fail('unauthenticated')
    if (owner.email === email) throw invalid('email', 'is your address already')
    // Whether another account holds the address is not asked here: the answer would tell who has one.
    const claimed = await tx.run`
      update users set pending_email = ${email}, change_email_sent_at = ${now}
      where id = ${ownerId} and (change_email_sent_at is null
        or change_email_sent_at <= ${after} or change_email_sent_at > ${until})`
    if (claimed === 0) throw throttled(clock, owner.sent_at ?? now)
    await withdrawLinks(tx, ownerId, 'change_address')
    await issueLink(tx, world, { owner_id: ownerId, purpose: 'change_address', email })
    return await findUser(tx, ownerId)
  })
  mailer.wake()
  return {
    message: `A link to confirm it is on its way to ${email}.`,
    expires_in: expiresIn,
    retry_after: retryAfter,
    user,
  }
}

/** Whether the address could be had. If not, the pending change is dropped and all else is left alone. */
export async function applyAddressChange(tx: Transaction, { owner_id, email }: Link): Promise<boolean> {
  // An unverified account can hold nothing yet, so it gives way, and its links with it.
  await tx.run`delete from users where email = ${email} and email_verified_at is null and id <> ${owner_id}`
  const changed = await tx.run`
    update users set email = ${email}, pending_email = null
    where id = ${owner_id} and not exists (select 1 from users where email = ${email} and id <> ${owner_id})`
  if (changed === 0) {
    await tx.run`update users set pending_email = null where id = ${owner_id}`
    return false
  }
  // They went to an address that may not be this person's any more.
  await withdrawLinks(tx, owner_id, 'sign_in')
  return true
}
