import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { World } from '../world.ts'
import { normaliseEmail } from './email.ts'
import { mayJoin } from './joining.ts'
import { expiresIn, issueLink } from './links.ts'
import { perHourThenSlowly, sentLinks } from './sent-links.ts'
import { retryAfter, type Slot, takenSlot, throttled } from './throttle.ts'

// Longer than the work takes. Inserting a row takes longer than updating one, which would be a side channel.
const answerTime = 50

/** The answer and the time it takes are the same for every address, whether it has an account, may have one or neither. */
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

async function orderLink(world: World, email: string): Promise<void> {
  const { db, clock, config, mailer } = world
  const slot = takenSlot(clock)
  const claim = mayJoin(config, email) ? claimOrCreate : claimExisting
  await db.transaction(async (tx) => {
    const sent = await sentLinks(tx, world, 'sign-in links to', email)
    const { id, sentAt } = await claim(tx, email, slot)
    // Where there is no account, and may be none, only what was sent to the address is known.
    const taken = [sentAt, sent.last].find((time) => time && time > slot.after && time <= slot.until)
    if (!id && taken) throw throttled(clock, taken)
    sent.count(perHourThenSlowly(config.linksPerHour), tooMany)
    if (id) await issueLink(tx, world, { owner_id: id, purpose: 'sign_in', email })
  })
  mailer.wake()
}

const tooMany =
  'Many links have been sent to this address within an hour. Open the newest one, or try again in {retry_after} seconds.'

/** The account whose slot was claimed; or none, but when it was claimed before. */
interface Claim {
  id?: string | undefined
  sentAt?: string | undefined
}

/** One statement finds or creates the account and claims its slot, so that of simultaneous requests one succeeds. */
async function claimOrCreate(tx: Transaction, email: string, { now, after, until }: Slot): Promise<Claim> {
  const claimed = await tx.get<{ id: string }>`
    insert into users (id, email, passkey_handle, created_at, verification_email_sent_at)
    values (${newId()}, ${email}, ${randomBytes(64).toString('base64url')}, ${now}, ${now})
    on conflict (email) do update set verification_email_sent_at = excluded.verification_email_sent_at
    where users.verification_email_sent_at is null
      or users.verification_email_sent_at <= ${after} or users.verification_email_sent_at > ${until}
    returning id`
  return claimed ?? (await claimedBefore(tx, email))
}

/** The same where nobody may join. Whoever has never opened a link has not joined. */
async function claimExisting(tx: Transaction, email: string, { now, after, until }: Slot): Promise<Claim> {
  const claimed = await tx.get<{ id: string }>`
    update users set verification_email_sent_at = ${now}
    where email = ${email} and email_verified_at is not null and (verification_email_sent_at is null
      or verification_email_sent_at <= ${after} or verification_email_sent_at > ${until})
    returning id`
  return claimed ?? (await claimedBefore(tx, email))
}

async function claimedBefore(tx: Transaction, email: string): Promise<Claim> {
  const user = await tx.get<{ sent_at: string | null }>`
    select verification_email_sent_at as sent_at from users where email = ${email}`
  return { sentAt: user?.sent_at ?? undefined }
}
