import type { User } from '../../contract/account.ts'
import { recordAttempt } from '../common/audit.ts'
import { normaliseEmail } from '../common/email.ts'
import { fail, invalid } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import { lockCounter } from '../db/counters.ts'
import type { Held } from '../db/database.ts'
import type { SessionActor } from './access.ts'
import {
  countLink,
  expiresIn,
  issueLink,
  type Link,
  mayChangeTo,
  perHour,
  retryAfter,
  takenSlot,
  throttled,
  withdrawChange,
  withdrawLinks,
} from './links.ts'
import { findUser } from './users.ts'

export async function requestAddressChange(world: World, actor: SessionActor, address: string) {
  const email = normaliseEmail(address)
  const user = await recordAttempt(world.audit, 'address_change_asked', actor, () =>
    orderLink(world, actor, email),
  )
  world.mailer.wake()
  return {
    message: `A link to confirm it is on its way to ${email}.`,
    expires_in: expiresIn,
    retry_after: retryAfter,
    user,
  }
}

async function orderLink(world: World, actor: SessionActor, email: string): Promise<User> {
  const { access, clock, config } = world
  const { ownerId, session } = actor
  const { now, after, until } = takenSlot(clock)
  return await access.hold(actor, async (held) => {
    const owner = await held.get<{ email: string; sent_at: string | null }>`
      select email, change_email_sent_at as sent_at from users where id = ${ownerId}`
    if (!owner) throw fail('unauthenticated')
    if (owner.email === email) throw invalid('email', 'is your address already')
    // Doesn't check whether another account has this address: the response would reveal who has an account.
    const claimed = await held.run`
      update users set pending_email = ${email}, change_email_sent_at = ${now}
      where id = ${ownerId} and (change_email_sent_at is null
        or change_email_sent_at <= ${after} or change_email_sent_at > ${until})`
    if (claimed === 0) throw throttled(clock, owner.sent_at ?? now)
    await countLink(held, world, ['changes asked for by', ownerId], perHour(config.linksPerHour), tooMany)
    await countLink(held, world, ['changes to', email], perHour(maxToOneAddress), tooMany)
    withdrawLinks(held, 'change_address')
    const link: Link = { owner_id: ownerId, purpose: 'change_address', email, asked_by: session.id }
    await issueLink(held, world, link, mayChangeTo(config, email))
    return await findUser(held, ownerId)
  })
}

/** From all accounts together, so that nobody can flood a mailbox. */
const maxToOneAddress = 60

const tooMany = 'Too many changes of address were asked for. Try again in {retry_after} seconds.'

export async function withdrawAddressChange(world: World, actor: SessionActor): Promise<User> {
  const { ownerId } = actor
  const user = await world.access.hold(actor, async (held) => {
    const found = await findUser(held, ownerId)
    withdrawChange(held)
    return found
  })
  if (user.pending_email) world.audit('address_change', actor, 'withdrawn')
  return { ...user, pending_email: null }
}

/**
 * Resolves to false if the address is taken. Then the pending change is dropped, and nothing else changes.
 */
export async function applyAddressChange(held: Held, email: string): Promise<boolean> {
  const { ownerId } = held
  const unverified = await held.get<{ id: string }>`
    select id from users where email = ${email} and email_verified_at is null and id <> ${ownerId}`
  if (unverified) {
    // Locks are always taken in the same order, the counter before the account, because somebody may be
    // opening that account's own link. If that happens for the first time at this very moment, there is no
    // counter yet, and one of the two may have to be retried.
    await lockCounter(held, unverified.id)
    // An unverified account is empty, so it is deleted together with its links.
    await held.run`delete from users where id = ${unverified.id} and email_verified_at is null`
  }
  const changed = await held.run`
    update users set email = ${email}, pending_email = null
    where id = ${ownerId} and not exists (select 1 from users where email = ${email} and id <> ${ownerId})`
  if (changed === 0) {
    withdrawChange(held)
    return false
  }
  // They were sent to an address that may no longer belong to this person.
  withdrawLinks(held, 'sign_in')
  return true
}
