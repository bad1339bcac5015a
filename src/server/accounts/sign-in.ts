import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LinkDescription, LinkPurpose, Session } from '../../contract/account.ts'
import { type Actor, recordAttempt } from '../common/audit.ts'
import type { Visitor } from '../common/caller.ts'
import { iso } from '../common/clock.ts'
import { normaliseEmail } from '../common/email.ts'
import { fail } from '../common/problems.ts'
import { hashToken } from '../common/secrets.ts'
import type { World } from '../common/world.ts'
import type { Held } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { applyAddressChange } from './address-change.ts'
import {
  countLink,
  expiresIn,
  issueLink,
  mayJoin,
  ownerOfLink,
  perHourThenSlowly,
  retryAfter,
  spendLink,
  takenSlot,
  throttled,
  withdrawChange,
} from './links.ts'
import { beginSession, endSessions } from './sessions.ts'

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
    await countLink(tx, world, ['sign-in links to', email], perHourThenSlowly(config.linksPerHour), tooMany)
    // Accounts that have never opened a link have not joined yet.
    const { id, email_verified_at, disabled_at } = claimed
    const isWelcome = disabled_at === null && (email_verified_at !== null || mayJoin(config, email))
    await issueLink(tx, world, { owner_id: id, purpose: 'sign_in', email }, isWelcome)
  })
  mailer.wake()
}

const tooMany =
  'Many links have been sent to this address within an hour. Open the newest one, or try again in {retry_after} seconds.'

/** Describes a link without opening it. */
export async function describeLink({ db, clock }: World, token: string): Promise<LinkDescription> {
  const link = await db.get<LinkDescription & { used_at: string | null }>`
    select purpose, links.email, users.email as account, expires_at, used_at
    from links join users on users.id = owner_id where token_hash = ${hashToken(token)}`
  if (!link) throw fail('token_unknown')
  const { used_at, account, ...rest } = link
  if (used_at) throw fail('token_used')
  if (link.expires_at <= iso(clock.now())) throw fail('token_expired')
  return { ...rest, account: masked(account) }
}

/** `ada@example.com` → `a•••@example.com`: enough for its owner, too little for anybody else. */
const masked = (address: string) => address.replace(/^(.).*(?=@)/, '$1•••')

interface Opening {
  token: string
  end_other_access?: boolean
}

/** Opening a link signs in, whatever its kind. */
export async function openLink(world: World, visitor: Visitor, opening: Opening): Promise<Session> {
  const opener = { ...visitor, ownerId: '' }
  return await recordAttempt(world.audit, 'sign_in_by_link', opener, () => open(world, opener, opening))
}

async function open(
  world: World,
  opener: Visitor & Actor,
  { token, end_other_access = false }: Opening,
): Promise<Session> {
  const { db, access, clock, audit } = world
  const now = iso(clock.now())
  const hash = hashToken(token)
  const ownerId = await ownerOfLink(db, hash)
  opener.ownerId = ownerId
  const work = async (held: Held) => {
    const { purpose, email } = await spendLink(held, hash, now)
    if (!(await carryOut(held, purpose, email, now))) return { purpose }
    if (end_other_access) endAccess(held, now)
    return { purpose, session: await beginSession(held, world, 'link', opener.userAgent) }
  }
  const { purpose, session } = await (end_other_access
    ? access.end({ ownerId }, work)
    : db.hold(ownerId, work))
  if (purpose === 'change_address') audit('address_change', opener, session ? 'ok' : 'email_taken')
  if (session && end_other_access) audit('other_access_ended', opener)
  // Thrown after the commit, so that the link stays used.
  if (!session) throw fail('email_taken')
  return session
}

/** Resolves to false if the address is taken. */
async function carryOut(held: Held, purpose: LinkPurpose, email: string, now: string): Promise<boolean> {
  if (purpose === 'change_address') return await applyAddressChange(held, email)
  held.send`
    update users set email_verified_at = ${now} where id = ${held.ownerId} and email_verified_at is null`
  return true
}

/** Ends every way of access, and withdraws a change of address that an intruder may have asked for. */
export function endAccess(held: Held, now: string): void {
  const { ownerId } = held
  withdrawChange(held)
  endSessions(held, now, null)
  held.send`delete from api_tokens where owner_id = ${ownerId}`
  held.send`delete from passkeys where owner_id = ${ownerId}`
}

/** Uses up a link, and withdraws the change that it would have made. */
export async function declineLink(
  { db, clock, audit }: World,
  { client }: Visitor,
  token: string,
): Promise<void> {
  const hash = hashToken(token)
  const ownerId = await ownerOfLink(db, hash)
  const purpose = await db.hold(ownerId, async (held) => {
    const link = await spendLink(held, hash, iso(clock.now()))
    // A newer request would have made this link unknown, so the pending change is the one that this link is for.
    if (link.purpose === 'change_address') withdrawChange(held)
    return link.purpose
  })
  if (purpose === 'change_address') audit('address_change', { ownerId, client }, 'declined')
}
