import type { Clock } from '../clock.ts'
import { iso, minutes, seconds } from '../clock.ts'
import type { Database, Held } from '../db/database.ts'

/** How often we ask what other instances have ended. */
const interval = 1.5 * seconds
/** After this without an answer, nothing that we remember may be relied on. */
const trusted = 4.5 * seconds
/** How far back we look: more than the clocks of two instances differ, and than a transaction takes. */
const lookBack = 10 * minutes

/** Ending what lets people in: sessions, API tokens, whole accounts. */
export interface Access {
  /** The one way to end something of an owner: afterwards every instance forgets whom it remembers of theirs. */
  end<Result>(ownerId: string, work: (held: Held) => Promise<Result>): Promise<Result>
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
    async end(ownerId, work) {
      const now = iso(clock.now())
      const result = await db.hold(ownerId, async (held) => {
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
