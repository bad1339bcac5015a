import type { Actor } from '../common/audit.ts'
import type { CurrentSession } from '../common/caller.ts'
import { type Clock, iso, minutes, seconds } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { Database, Held } from '../db/database.ts'
import { isOpen } from './sessions.ts'

/** How often to poll for access ended by other instances. */
const interval = 1.5 * seconds
/** Without an answer for this long, nothing in memory may be relied on. */
const trusted = 4.5 * seconds
/**
 * How far back to look: more than the clocks of two instances differ, and longer than a transaction takes.
 */
const lookBack = 10 * minutes

/** The account and the session of a request. Every `Call` that requires a session is a `SessionActor`. */
export interface SessionActor extends Actor {
  session: CurrentSession
}

type Work<Result> = (held: Held) => Promise<Result>

/** Sessions, API tokens and passkeys: how they are checked, and how they end. */
export interface Access {
  /**
   * The only way to change what a session may change about its account. A caller from the cache is looked up
   * again under the lock, because something created by a session that has just ended would outlive it.
   */
  hold<Result>(actor: SessionActor, work: Work<Result>): Promise<Result>
  /**
   * The only way to end sessions, API tokens and passkeys. Afterwards, every instance drops this owner from
   * its cache. Callers without a session have proved in another way who they are.
   */
  end<Result>(actor: SessionActor | { ownerId: string; session?: never }, work: Work<Result>): Promise<Result>
  onEnded(listener: (ownerId: string) => void): void
  /** Until then, by `performance.now()`, we would know about access that another instance has ended. */
  readonly trustedUntil: number
  stop(): Promise<void>
}

export function createAccess(db: Database, clock: Clock): Access {
  const listeners: ((ownerId: string) => void)[] = []
  /** The owners whose endings we have seen, with their number. */
  let seen = new Map<string, number>()
  const notify = (ownerId: string) => {
    for (const listener of listeners) listener(ownerId)
  }

  async function findEnded(): Promise<void> {
    const askedAt = performance.now()
    const ended = await db.all<{ id: string; access_endings: number }>`
      select id, access_endings from users where access_ended_at > ${iso(clock.now() - lookBack)}`
    const news = ended.filter(({ id, access_endings }) => seen.get(id) !== access_endings)
    seen = new Map(ended.map(({ id, access_endings }) => [id, access_endings]))
    for (const { id } of news) notify(id)
    access.trustedUntil = askedAt + trusted
  }

  let polling: Promise<void> | undefined
  const timer = setInterval(poll, interval)
  poll()

  function poll(): void {
    // While the database is unavailable, the cache is not used, so the next poll is early enough.
    polling ??= findEnded()
      .catch(() => {})
      .finally(() => {
        polling = undefined
      })
  }

  const access = {
    trustedUntil: 0,
    hold: <Result>({ ownerId, session }: SessionActor, work: Work<Result>) =>
      db.hold(ownerId, async (held) => {
        await requireOpen(held, session)
        return await work(held)
      }),
    async end<Result>({ ownerId, session }: Partial<SessionActor> & { ownerId: string }, work: Work<Result>) {
      const now = iso(clock.now())
      const result = await db.hold(ownerId, async (held) => {
        if (session) await requireOpen(held, session)
        const done = await work(held)
        held.send`
          update users set access_ended_at = ${now}, access_endings = access_endings + 1 where id = ${ownerId}`
        return done
      })
      notify(ownerId)
      return result
    },
    onEnded: (listener: (ownerId: string) => void) => void listeners.push(listener),
    async stop() {
      clearInterval(timer)
      await polling
    },
  }
  return access
}

async function requireOpen(held: Held, session: CurrentSession): Promise<void> {
  if (!(await isOpen(held, held.ownerId, session))) throw fail('unauthenticated')
}
