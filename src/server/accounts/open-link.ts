import type { LinkPurpose, Session } from '../../contract/account.ts'
import { type Actor, recordAttempt } from '../audit.ts'
import type { Visitor } from '../caller.ts'
import { iso } from '../clock.ts'
import type { Held } from '../db/database.ts'
import { hashToken } from '../mail/link-token.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'
import { applyAddressChange } from './address-change.ts'
import { ownerOfLink, spendLink, withdrawChange } from './links.ts'
import { beginSession, endSessions } from './sessions.ts'
import { findUser } from './users.ts'

interface Opening {
  token: string
  end_other_access?: boolean
}

/** Whichever kind of link it is, opening it signs in. */
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
    if (end_other_access) await endAccess(held, now)
    const user = await findUser(held, ownerId)
    return { purpose, session: beginSession(held, world, user, 'link', opener.userAgent) }
  }
  const { purpose, session } = await (end_other_access
    ? access.end({ ownerId }, work)
    : db.hold(ownerId, work))
  if (purpose === 'change_address') audit('address_change', opener, session ? 'ok' : 'email_taken')
  if (session && end_other_access) audit('other_access_ended', opener)
  // Thrown after the commit, so that the link stays spent.
  if (!session) throw fail('email_taken')
  return session
}

/** Resolves to whether it could be done. */
async function carryOut(held: Held, purpose: LinkPurpose, email: string, now: string): Promise<boolean> {
  if (purpose === 'change_address') return await applyAddressChange(held, email)
  held.send`
    update users set email_verified_at = ${now} where id = ${held.ownerId} and email_verified_at is null`
  return true
}

/** Everything that has let anyone in, and a change of address that one of them may have asked for. */
export async function endAccess(held: Held, now: string): Promise<void> {
  const { ownerId } = held
  await withdrawChange(held, () => true)
  endSessions(held, now, null)
  held.send`delete from api_tokens where owner_id = ${ownerId}`
  held.send`delete from passkeys where owner_id = ${ownerId}`
}

/** Spends a link, and withdraws the change that it would have made. */
export async function declineLink(
  { db, clock, audit }: World,
  { client }: Visitor,
  token: string,
): Promise<void> {
  const hash = hashToken(token)
  const ownerId = await ownerOfLink(db, hash)
  const purpose = await db.hold(ownerId, async (held) => {
    const link = await spendLink(held, hash, iso(clock.now()))
    // A newer request has made this link unknown, so what is pending is what it was for.
    if (link.purpose === 'change_address')
      held.send`update users set pending_email = null where id = ${ownerId}`
    return link.purpose
  })
  if (purpose === 'change_address') audit('address_change', { ownerId, client }, 'declined')
}
