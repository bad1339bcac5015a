import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { normaliseEmail } from '../common/email.ts'
import type { World } from '../common/world.ts'
import { newId } from '../db/ids.ts'
import { perHourThenSlowly, retryAfter, sentLinks, takenSlot, throttled } from './link-limits.ts'
import { expiresIn, issueLink, mayJoin } from './links.ts'

// Longer than the work takes. Inserting a row takes longer than updating one, which would be a side channel.
const answerTime = 50

/** The response and its timing are the same for every address, whether it has an account, may get one or neither. */
export async function requestLink(world: World, address: string) {
  const email = normaliseEmail(address)
  const order = orderLink(world, email)
  await Promise.allSettled([order, pause(answerTime)])
  await order
  return {
    message: 'If this address can receive mail, a sign-in link is on its way.',
    expires_in: expiresIn,
    retry_after: retryAfter,
  }
}

interface Claimed {
  id: string
  email_verified_at: string | null
  disabled_at: string | null
}

async function orderLink(world: World, email: string): Promise<void> {
  const { db, clock, config, mailer } = world
  const { now, after, until } = takenSlot(clock)
  await db.transaction(async (tx) => {
    const sent = await sentLinks(tx, world, 'sign-in links to', email)
    // One statement finds or creates the account and claims its slot, so only one of several simultaneous
    // requests succeeds.
    const claimed = await tx.get<Claimed>`
      insert into users (id, email, passkey_handle, created_at, verification_email_sent_at)
      values (${newId()}, ${email}, ${randomBytes(64).toString('base64url')}, ${now}, ${now})
      on conflict (email) do update set verification_email_sent_at = excluded.verification_email_sent_at
      where users.verification_email_sent_at is null
        or users.verification_email_sent_at <= ${after} or users.verification_email_sent_at > ${until}
      returning id, email_verified_at, disabled_at`
    if (!claimed) {
      const user = await tx.get<{ sent_at: string }>`
        select verification_email_sent_at as sent_at from users where email = ${email}`
      throw throttled(clock, user?.sent_at ?? now)
    }
    sent.count(perHourThenSlowly(config.linksPerHour), tooMany)
    // Accounts that have never opened a link have not joined yet.
    const { id, email_verified_at, disabled_at } = claimed
    const isWelcome = disabled_at === null && (email_verified_at !== null || mayJoin(config, email))
    await issueLink(tx, world, { owner_id: id, purpose: 'sign_in', email }, isWelcome)
  })
  mailer.wake()
}

const tooMany =
  'Many links have been sent to this address within an hour. Open the newest one, or try again in {retry_after} seconds.'
