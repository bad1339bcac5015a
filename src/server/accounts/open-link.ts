import type { LinkPurpose, Session } from '../../contract/account.ts'
import { iso } from '../clock.ts'
import type { Held } from '../db/database.ts'
import { hashToken } from '../mail/link-token.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'
import { applyAddressChange } from './address-change.ts'
import { ownerOfLink, spendLink } from './links.ts'
import { beginSession, endSessions } from './sessions.ts'
import { findUser } from './users.ts'

interface Opening {
  token: string
  end_other_access?: boolean
}

export async function openLink(
  world: World,
  { token, end_other_access = false }: Opening,
  userAgent: string | undefined,
): Promise<Session> {
  const { db, access, clock } = world
  const now = iso(clock.now())
  const hash = hashToken(token)
  const ownerId = await ownerOfLink(db, hash)
  const open = async (held: Held) => {
    const { purpose, email } = await spendLink(held, hash, now)
    if (!(await carryOut(held, purpose, email, now))) return undefined
    if (end_other_access) endAccess(held, now)
    return beginSession(held, world, await findUser(held, ownerId), 'link', userAgent)
  }
  const session = await (end_other_access ? access.end(ownerId, open) : db.hold(ownerId, open))
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

/** Everything that has let anyone in. */
function endAccess(held: Held, now: string): void {
  const { ownerId } = held
  endSessions(held, now, null)
  held.send`delete from api_tokens where owner_id = ${ownerId}`
  held.send`delete from passkeys where owner_id = ${ownerId}`
}

/** Spends a link, and withdraws the change that it would have made. */
export async function declineLink({ db, clock }: World, token: string): Promise<void> {
  const hash = hashToken(token)
  const ownerId = await ownerOfLink(db, hash)
  await db.hold(ownerId, async (held) => {
    const { purpose } = await spendLink(held, hash, iso(clock.now()))
    // A newer request has made this link unknown, so what is pending is what it was for.
    if (purpose === 'change_address') held.send`update users set pending_email = null where id = ${ownerId}`
  })
}
