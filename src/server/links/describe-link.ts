import type { LinkDescription } from '../../contract/account.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import { hashToken } from '../mail/link-token.ts'

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
