import type { User } from '../../contract/account.ts'
import { iso } from '../clock.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'
import { applyAddressChange } from './address-change.ts'
import { spendLink } from './links.ts'
import { toUser, userRow } from './users.ts'

export async function openLink({ db, clock }: World, token: string): Promise<User> {
  const now = iso(clock.now())
  const { user } = await db.transaction(async (tx) => {
    const link = await spendLink(tx, token, now)
    if (link.purpose === 'sign_in')
      tx.run`update users set email_verified_at = ${now} where id = ${link.owner_id} and email_verified_at is null`
    else if (!(await applyAddressChange(tx, link))) return {}
    // In an object, so that nobody waits for it before the commit is on its way too.
    return { user: userRow(tx, link.owner_id) }
  })
  // Thrown only now: the link stays spent.
  if (!user) throw fail('email_taken')
  return toUser(await user)
}
