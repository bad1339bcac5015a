import { randomBytes } from 'node:crypto'
import { type Clock, iso } from '../common/clock.ts'
import { hashToken } from '../common/secrets.ts'
import type { Database, Reader } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { list } from '../db/values.ts'
import type { Access } from './access.ts'
import { lifetime, withdrawChange, withdrawLinks } from './links.ts'
import { endSessions } from './sessions.ts'
import { endAccess } from './sign-in.ts'

// The operator's side of accounts: `inboard users`.

interface Contents {
  projects: number
  /** On boards and in the bin. */
  cards: number
  /** Bytes of text. */
  bytes: number
}

export interface Account extends Contents {
  id: string
  email: string
  created_at: string
  email_verified_at: string | null
  disabled_at: string | null
  sessions: number
  passkeys: number
  api_tokens: number
  last_signed_in_at: string | null
}

const atOnce = 1000

/** The next page of accounts, by address. */
export const listAccounts = async (db: Reader, clock: Clock, after = ''): Promise<Account[]> => {
  const page = await db.all<{ id: string }>`
    select id from users where left_at is null and email > ${after} order by email limit ${atOnce}`
  return await describe(
    db,
    clock,
    page.map(({ id }) => id),
  )
}

export const showAccount = async (db: Reader, clock: Clock, id: string): Promise<Account> => {
  const [account] = await describe(db, clock, [id])
  if (!account) throw new Error('the account has just been deleted')
  return account
}

/** Two queries, because a distributed database can't join tables on shards with others. */
async function describe(db: Reader, clock: Clock, ids: string[]): Promise<Account[]> {
  const [accounts, filled] = await Promise.all([
    db.all<Omit<Account, keyof Contents>>`
      select id, email, created_at, email_verified_at, disabled_at,
        (select count(*) from sessions where sessions.owner_id = users.id and ended_at is null
          and expires_at > ${iso(clock.now())}) as sessions,
        (select count(*) from passkeys where passkeys.owner_id = users.id) as passkeys,
        (select count(*) from api_tokens where api_tokens.owner_id = users.id) as api_tokens,
        (select max(created_at) from sessions where sessions.owner_id = users.id) as last_signed_in_at
      from users where id in ${list(ids)} order by email`,
    db.all<Contents & { owner_id: string }>`
      select owner_id, cards, bytes,
        (select count(*) from projects where projects.owner_id = counters.owner_id) as projects
      from counters where owner_id in ${list(ids)}`,
  ])
  const contents = new Map(filled.map(({ owner_id, ...rest }) => [owner_id, rest]))
  return accounts.map((account) => ({ ...account, ...(contents.get(account.id) ?? empty) }))
}

const empty: Contents = { projects: 0, cards: 0, bytes: 0 }

/** By address, or by the id that the log shows. */
export const findAccountId = async (db: Reader, named: string): Promise<string | undefined> =>
  (
    await db.get<{ id: string }>`
      select id from users where left_at is null and (email = ${named} or id = ${named})`
  )?.id

/** The operator vouches for the address, so it counts as verified. */
export async function addAccount(
  db: Database,
  clock: Clock,
  email: string,
): Promise<{ id: string; isNew: boolean }> {
  const now = iso(clock.now())
  const id = newId()
  const user = await db.transaction(
    (tx) => tx.get<{ id: string }>`
      insert into users (id, email, passkey_handle, created_at, email_verified_at)
      values (${id}, ${email}, ${randomBytes(64).toString('base64url')}, ${now}, ${now})
      on conflict (email) do update set email_verified_at = coalesce(users.email_verified_at, excluded.email_verified_at)
      returning id`,
  )
  return { id: user?.id ?? id, isNew: user?.id === id }
}

/**
 * A link that is handed over instead of mailed, or undefined if the account is disabled. Like any other, it
 * works once and expires.
 */
export async function makeLink(
  db: Database,
  clock: Clock,
  ownerId: string,
): Promise<{ token: string; expires_at: string } | undefined> {
  const token = randomBytes(32).toString('base64url')
  const expires_at = iso(clock.now() + lifetime)
  const made = await db.hold(
    ownerId,
    (held) => held.run`
      insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
      select ${hashToken(token)}, id, 'sign_in', email, ${iso(clock.now())}, ${expires_at}
      from users where id = ${ownerId} and disabled_at is null`,
  )
  return made > 0 ? { token, expires_at } : undefined
}

/** Ends every session. With `andAllElse`, also deletes passkeys and API tokens. */
export const signOut = (access: Access, clock: Clock, ownerId: string, andAllElse: boolean): Promise<void> =>
  access.end({ ownerId }, async (held) => {
    if (andAllElse) endAccess(held, iso(clock.now()))
    else endSessions(held, iso(clock.now()), null)
  })

/** Nobody can sign in until the account is enabled again. Links that were already sent become unknown. */
export const disable = (access: Access, clock: Clock, ownerId: string): Promise<void> =>
  access.end({ ownerId }, async (held) => {
    held.send`update users set disabled_at = ${iso(clock.now())} where id = ${ownerId} and disabled_at is null`
    endSessions(held, iso(clock.now()), null)
    withdrawLinks(held, 'sign_in')
    withdrawChange(held)
  })

export const enable = (db: Database, ownerId: string): Promise<void> =>
  db.hold(ownerId, async (held) => {
    held.send`update users set disabled_at = null where id = ${ownerId}`
  })
