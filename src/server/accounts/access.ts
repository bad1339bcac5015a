import type { Actor } from '../audit.ts'
import type { CurrentSession } from '../caller.ts'
import { type Clock, iso, minutes, seconds } from '../clock.ts'
import type { Database, Held } from '../db/database.ts'
import { fail } from '../problems.ts'
import { isOpen } from './sessions.ts'

/** How often we ask what other instances have ended. */
const interval = 1.5 * seconds
/** After this without an answer, nothing that we remember may be relied on. */
const trusted = 4.5 * seconds
/** How far back we look: more than the clocks of two instances differ, and than a transaction takes. */
const lookBack = 10 * minutes

/** Whose account it is about, and the session that the request was made with: every `Call` that needs a session is one. */
export interface SessionActor extends Actor {
  session: CurrentSession
}

type Work<Result> = (held: Held) => Promise<Result>

/** What lets people in, sessions, API tokens and passkeys, and how it ends. */
export interface Access {
  /**
   * The one way to change what a session may change about its account. Whoever was let in by memory is looked up again, under the
   * lock: what was made with a session that has just been ended would outlive it.
   */
  hold<Result>(actor: SessionActor, work: Work<Result>): Promise<Result>
  /**
   * The one way to end something that lets people in: afterwards every instance forgets whom it remembers of this owner. Without
   * a session it is for whoever has proved in another way who they are.
   */
  end<Result>(actor: SessionActor | { ownerId: string; session?: never }, work: Work<Result>): Promise<Result>
  onEnded(listener: (ownerId: string) => void): void
  /** Whether we would know if another instance had ended something a few seconds ago. */
  isCurrent(): boolean
  stop(): Promise<void>
}

export function createAccess(db: Database, clock: Clock): Access {
  const listeners: ((ownerId: string) => void)[] = []
  /** Of whom we have heard, and how many endings. */
  let heard = new Map<string, number>()
  let trustedUntil = 0
  const tell = (ownerId: string) => {
    for (const listener of listeners) listener(ownerId)
  }

  async function look(): Promise<void> {
    const askedAt = performance.now()
    const ended = await db.all<{ id: string; access_endings: number }>`
      select id, access_endings from users where access_ended_at > ${iso(clock.now() - lookBack)}`
    const news = ended.filter(({ id, access_endings }) => heard.get(id) !== access_endings)
    heard = new Map(ended.map(({ id, access_endings }) => [id, access_endings]))
    for (const { id } of news) tell(id)
    trustedUntil = askedAt + trusted
  }

  let looking: Promise<void> | undefined
  const timer = setInterval(takeTurn, interval)
  takeTurn()

  function takeTurn(): void {
    // While the database is away nobody is let in by memory, so nothing is lost by waiting for the next turn.
    looking ??= look()
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
  }

  return {
    hold: ({ ownerId, session }, work) =>
      db.hold(ownerId, async (held) => {
        await requireOpen(held, session)
        return await work(held)
      }),
    async end({ ownerId, session }, work) {
      const now = iso(clock.now())
      const result = await db.hold(ownerId, async (held) => {
        if (session) await requireOpen(held, session)
        const done = await work(held)
        held.send`
          update users set access_ended_at = ${now}, access_endings = access_endings + 1 where id = ${ownerId}`
        return done
      })
      tell(ownerId)
      return result
    },
    onEnded: (listener) => void listeners.push(listener),
    isCurrent: () => performance.now() < trustedUntil,
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

async function requireOpen(held: Held, session: CurrentSession): Promise<void> {
  if (!(await isOpen(held, held.ownerId, session))) throw fail('unauthenticated')
}
