import { setImmediate as othersFirst } from 'node:timers/promises'
import type { User } from '../../contract/account.ts'
import { fail } from '../common/problems.ts'
import type { Reader } from '../db/database.ts'

// Accounts, and who may act for them. A sign-in is sign-in.ts, then sessions.ts; callers.ts finds out who
// sends a request, and access.ts is the only way to change or end what gives access.

type Row = Omit<User, 'email_verified' | 'has_passkey'> & { has_passkey: number }

export async function findUser(db: Reader, id: string): Promise<User> {
  const row = await db.get<Row>`
    select id, email, email_verified_at, pending_email, created_at,
      (select count(*) from passkeys where owner_id = users.id) as has_passkey
    from users where id = ${id}`
  if (!row) throw fail('unauthenticated')
  return { ...row, email_verified: row.email_verified_at !== null, has_passkey: row.has_passkey > 0 }
}

/** Unverified and disabled accounts have no valid sessions. */
export async function canHaveSession(db: Reader, id: string): Promise<boolean> {
  const found = await db.get`
    select id from users where id = ${id} and email_verified_at is not null and disabled_at is null`
  return found !== undefined
}

const usersAtOnce = 10_000

/** Counts verified accounts, in pages and using only indexes, so that nobody waits for it. */
export async function countUsers(db: Reader): Promise<number> {
  const unverified = await db.get<{ users: number }>`
    select count(*) as users from users where email_verified_at is null and verification_email_sent_at > ''`
  let [users, last] = [-(unverified?.users ?? 0), '']
  for (;;) {
    const page = await db.get<{ users: number; last: string | null }>`
      select count(*) as users, max(id) as last
      from (select id from users where id > ${last} order by id limit ${usersAtOnce}) as page`
    users += page?.users ?? 0
    if (!page?.last || page.users < usersAtOnce) return users
    last = page.last
    await othersFirst()
  }
}
