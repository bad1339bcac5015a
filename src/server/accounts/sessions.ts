import type { OpenSession, SignInMethod } from '../../contract/access.ts'
import type { Session } from '../../contract/account.ts'
import { describeClient } from '../../contract/plain/clients.ts'
import type { CurrentSession } from '../common/caller.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { World } from '../common/world.ts'
import type { Held, Reader } from '../db/database.ts'
import type { SessionActor } from './access.ts'
import { withdrawChangeOf } from './links.ts'
import { findUser } from './users.ts'

/** Begins a session in the transaction that authenticates its owner. */
export async function beginSession(
  held: Held,
  { sessionTokens }: World,
  method: SignInMethod,
  userAgent: string | undefined,
): Promise<Session> {
  const user = await findUser(held, held.ownerId)
  const { token, session } = sessionTokens.issue(user.id)
  recordSession(held, session, method, describeClient(userAgent))
  return { token, token_type: 'Bearer', expires_at: iso(session.expiresAt), user }
}

/** Does nothing if the session already has a row. */
function recordSession(
  held: Held,
  { id, issuedAt, expiresAt }: CurrentSession,
  method: SignInMethod,
  client: string | null,
): void {
  held.send`
    insert into sessions (owner_id, id, method, client, created_at, expires_at, last_used_at)
    values (${held.ownerId}, ${id}, ${method}, ${client}, ${iso(issuedAt)}, ${iso(expiresAt)}, ${iso(issuedAt)})
    on conflict (owner_id, id) do nothing`
}

type Identified = Omit<CurrentSession, 'expiresAt'>

/**
 * A session that has not been ended, according to its row or, without a row, to the account's cut-off. With its last recorded
 * use.
 */
export const findOpen = (db: Reader, ownerId: string, { id, issuedAt }: Identified) =>
  db.get<{ last_used_at: string | null }>`
    select last_used_at from users left join sessions on owner_id = users.id and sessions.id = ${id}
    where users.id = ${ownerId} and email_verified_at is not null and disabled_at is null and ended_at is null
      and (sessions.id is not null or sessions_cutoff is null or sessions_cutoff < ${iso(issuedAt)})`

export const isOpen = async (db: Reader, ownerId: string, session: Identified): Promise<boolean> =>
  (await findOpen(db, ownerId, session)) !== undefined

const maxListed = 1000

export async function listSessions(
  { db, clock }: World,
  ownerId: string,
  current: CurrentSession,
): Promise<OpenSession[]> {
  const rows = await db.all<Omit<OpenSession, 'is_current'>>`
    select id, method, client, created_at, last_used_at, expires_at from sessions
    where owner_id = ${ownerId} and ended_at is null and expires_at > ${iso(clock.now())}
    order by created_at desc, id desc limit ${maxListed}`
  const sessions = rows.map((row) => ({ ...row, is_current: row.id === current.id }))
  if (sessions.some(({ is_current }) => is_current)) return sessions
  // The caller may come from the cache, and the account may have been deleted since.
  if (!(await isOpen(db, ownerId, current))) throw fail('unauthenticated')
  // Sessions older than these records appear only in their own list. Their method is unknown; most began with a link.
  const { id, issuedAt, expiresAt } = current
  const created_at = iso(issuedAt)
  const unrecorded = { id, method: 'link' as const, client: null, created_at, last_used_at: null }
  return [...sessions, { ...unrecorded, expires_at: iso(expiresAt), is_current: true }].sort((a, b) =>
    a.created_at < b.created_at ? 1 : -1,
  )
}

/** `given` is an id or `current`. */
export async function endSession({ access, clock, audit }: World, actor: SessionActor, given: string) {
  const { ownerId, session: current } = actor
  const id = given === 'current' ? current.id : given
  const now = iso(clock.now())
  await access.end(actor, async (held) => {
    if (id === current.id) recordSession(held, current, 'link', null)
    else await withdrawChangeOf(held, (askedBy) => askedBy === id)
    const ended = await held.run`
      update sessions set ended_at = ${now}
      where owner_id = ${ownerId} and id = ${id} and ended_at is null and expires_at > ${now}`
    if (ended === 0) throw fail('not_found')
  })
  audit('session_ended', actor)
}

export async function endOtherSessions({ access, clock, audit }: World, actor: SessionActor): Promise<void> {
  const { session: current } = actor
  await access.end(actor, async (held) => {
    recordSession(held, current, 'link', null)
    endSessions(held, iso(clock.now()), current.id)
    await withdrawChangeOf(held, (askedBy) => askedBy !== current.id)
  })
  audit('other_sessions_ended', actor)
}

/**
 * Ends every session but one. Sessions without a row are ended by the cut-off; new ones always have a row, so
 * it doesn't affect them.
 */
export function endSessions(held: Held, now: string, except: string | null): void {
  const { ownerId } = held
  held.send`
    update sessions set ended_at = ${now}
    where owner_id = ${ownerId} and ended_at is null and id <> ${except ?? ''}`
  held.send`update users set sessions_cutoff = ${now} where id = ${ownerId}`
}
