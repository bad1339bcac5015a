import type { OpenSession, SignInMethod } from '../../contract/access.ts'
import type { Session, User } from '../../contract/account.ts'
import type { CurrentSession } from '../caller.ts'
import { days, iso } from '../clock.ts'
import { inBatches } from '../db/batches.ts'
import type { Held, Reader } from '../db/database.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'
import type { SessionActor } from './access.ts'
import { describeClient } from './describe-client.ts'
import { withdrawChange } from './links.ts'

/** Begins a session in the transaction that proves who it is for. */
export function beginSession(
  held: Held,
  { sessionTokens }: World,
  user: User,
  method: SignInMethod,
  userAgent: string | undefined,
): Session {
  const { token, session } = sessionTokens.issue(user.id)
  recordSession(held, session, method, describeClient(userAgent))
  return { token, token_type: 'Bearer', expires_at: iso(session.expiresAt), user }
}

/** A session that has its row already stays as it is. */
function recordSession(
  held: Held,
  { id, issuedAt, expiresAt }: CurrentSession,
  method: SignInMethod,
  client: string | null,
): void {
  held.send`
    insert into sessions (owner_id, id, method, client, created_at, expires_at)
    values (${held.ownerId}, ${id}, ${method}, ${client}, ${iso(issuedAt)}, ${iso(expiresAt)})
    on conflict (owner_id, id) do nothing`
}

/** Whether a session has not been ended: what its row says, or without a row, what the cut-off of the account says. */
export async function isOpen(
  db: Reader,
  ownerId: string,
  { id, issuedAt }: CurrentSession,
): Promise<boolean> {
  const found = await db.get`
    select users.id from users left join sessions on owner_id = users.id and sessions.id = ${id}
    where users.id = ${ownerId} and email_verified_at is not null and disabled_at is null and ended_at is null
      and (sessions.id is not null or sessions_cutoff is null or sessions_cutoff < ${iso(issuedAt)})`
  return found !== undefined
}

const mostListed = 1000

export async function listSessions(
  { db, clock }: World,
  ownerId: string,
  current: CurrentSession,
): Promise<OpenSession[]> {
  const rows = await db.all<Omit<OpenSession, 'is_current'>>`
    select id, method, client, created_at, expires_at from sessions
    where owner_id = ${ownerId} and ended_at is null and expires_at > ${iso(clock.now())}
    order by created_at desc, id desc limit ${mostListed}`
  const sessions = rows.map((row) => ({ ...row, is_current: row.id === current.id }))
  if (sessions.some(({ is_current }) => is_current)) return sessions
  // The session was let in by memory, and its account may have been deleted since.
  if (!(await isOpen(db, ownerId, current))) throw fail('unauthenticated')
  return withUnrecorded(sessions, current)
}

/** A session from before there were records is shown to itself alone. How it began is not known: most begin with a link. */
function withUnrecorded(sessions: OpenSession[], { id, issuedAt, expiresAt }: CurrentSession): OpenSession[] {
  const current: OpenSession = {
    id,
    method: 'link',
    client: null,
    created_at: iso(issuedAt),
    expires_at: iso(expiresAt),
    is_current: true,
  }
  return [...sessions, current].sort((a, b) => (a.created_at < b.created_at ? 1 : -1))
}

/** `current` is an id too. */
export async function endSession({ access, clock, audit }: World, actor: SessionActor, given: string) {
  const { ownerId, session: current } = actor
  const id = given === 'current' ? current.id : given
  const now = iso(clock.now())
  await access.end(actor, async (held) => {
    if (id === current.id) recordSession(held, current, 'link', null)
    else await withdrawChange(held, (askedBy) => askedBy === id)
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
    await withdrawChange(held, (askedBy) => askedBy !== current.id)
  })
  audit('other_sessions_ended', actor)
}

/** Every session but one. Those without a record end by the cut-off; new ones have a record, so it never reaches them. */
export function endSessions(held: Held, now: string, except: string | null): void {
  const { ownerId } = held
  held.send`
    update sessions set ended_at = ${now}
    where owner_id = ${ownerId} and ended_at is null and id <> ${except ?? ''}`
  held.send`update users set sessions_cutoff = ${now} where id = ${ownerId}`
}

/** When its token has expired, nobody needs the row. A day more is for a clock that is set back. */
export async function sweepSessions({ db, clock }: World): Promise<void> {
  const expired = iso(clock.now() - 1 * days)
  await inBatches((limit) =>
    db.transaction(
      (tx) => tx.run`
    delete from sessions where (owner_id, id) in (
      select owner_id, id from sessions where expires_at < ${expired} limit ${limit})`,
    ),
  )
}
