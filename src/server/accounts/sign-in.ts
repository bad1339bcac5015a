import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { newId } from '../db/ids.ts'
import type { World } from '../world.ts'
import { normaliseEmail } from './email.ts'
import { expiresIn, issueLink } from './links.ts'
import { retryAfter, takenSlot, throttled } from './throttle.ts'

// Longer than the work takes. Inserting a row takes longer than updating one, which would be a side channel.
const answerTime = 50

/** The answer and the time it takes are the same for a known and an unknown address. */
export async function requestLink(world: World, address: string) {
  const email = normaliseEmail(address)
  await Promise.all([orderLink(world, email), pause(answerTime)])
  return {
    message: 'If this address can receive mail, a sign-in link is on its way.',
    expires_in: expiresIn,
    retry_after: retryAfter,
  }
}

async function orderLink(world: World, email: string): Promise<void> {
  const { db, clock, mailer } = world
  const { now, after, until } = takenSlot(clock)
  await db.transaction(async (tx) => {
    // One statement finds or creates the account and claims its slot, so that of simultaneous requests one succeeds.
    const claimed = await tx.get<{ id: string }>`
      insert into users (id, email, passkey_handle, created_at, verification_email_sent_at)
      values (${newId()}, ${email}, ${randomBytes(64).toString('base64url')}, ${now}, ${now})
      on conflict (email) do update set verification_email_sent_at = excluded.verification_email_sent_at
      where users.verification_email_sent_at is null
        or users.verification_email_sent_at <= ${after} or users.verification_email_sent_at > ${until}
      returning id`
    if (!claimed) {
      const user = await tx.get<{ sent_at: string }>`
        select verification_email_sent_at as sent_at from users where email = ${email}`
      throw throttled(clock, user?.sent_at ?? now)
    }
    await issueLink(tx, world, { owner_id: claimed.id, purpose: 'sign_in', email })
  })
  mailer.wake()
}
