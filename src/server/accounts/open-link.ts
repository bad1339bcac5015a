import type { User } from '../../contract/account.ts'
import { iso } from '../clock.ts'
import { hashToken } from '../mail/link-token.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'
import { applyAddressChange } from './address-change.ts'
import { ownerOfLink, spendLink } from './links.ts'
import { findUser } from './users.ts'

export async function openLink({ db, clock }: World, token: string): Promise<User> {
  const now = iso(clock.now())
  const hash = hashToken(token)
  const ownerId = await ownerOfLink(db, hash)
  const user = await db.hold(ownerId, async (held) => {
    const { purpose, email } = await spendLink(held, hash, now)
    if (purpose === 'sign_in')
      held.send`update users set email_verified_at = ${now} where id = ${ownerId} and email_verified_at is null`
    else if (!(await applyAddressChange(held, email))) return undefined
    return await findUser(held, ownerId)
  })
  // Thrown after the commit, so that the link stays spent.
  if (!user) throw fail('email_taken')
  return user
}
