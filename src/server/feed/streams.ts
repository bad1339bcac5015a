import { setImmediate as othersFirst } from 'node:timers/promises'
import { seconds } from '../clock.ts'
import { type Database, toJson } from '../db/database.ts'
import { table } from '../db/values.ts'
import { Failure, fail } from '../problems.ts'
import { listChanges, presentSeq } from './changes.ts'

/** Where the changes of a stream go. */
export interface Sink {
  /** False while the client has more than enough to read. */
  isReady(): boolean
  send(seq: number, data: string): void
  end(): void
}

export interface Following {
  /** The state that it goes on from. */
  seq: number
  /** The sink is ready again. */
  goOn(): void
  stop(): void
}

/** Begins to send. */
export type Follow = (sink: Sink) => Following

interface Stream {
  /** The state that its client knows of. */
  seq: number
  sink: Sink
}

/** The streams of one owner. */
interface Audience {
  streams: Set<Stream>
  /** The newest state that we know of. */
  seq: number
  /** While it is being told. */
  telling: Promise<void> | undefined
}

const mostForOne = 20
/** How often we ask what other instances have changed. Our own changes we know at once. */
const interval = 0.35 * seconds
const ownersAtOnce = 1000

/** The state that a `Last-Event-ID` names. Anything but a number of ours cannot be gone on from. */
export function resumeAt(lastEventId: string | undefined): number | undefined {
  if (!lastEventId) return undefined
  if (!/^\d{1,15}$/.test(lastEventId)) throw fail('cursor_gone')
  return Number(lastEventId)
}

export interface Streams {
  /** Throws if it cannot go on from there, or if the owner has too many. */
  open(ownerId: string, since: number | undefined): Promise<Follow>
  /** Ends all: the clients go on with another instance. */
  close(): Promise<void>
}

/** Tells everyone who listens what has changed. Nothing is queued: each stream only remembers how far it has got. */
export function createStreams(db: Database): Streams {
  const audiences = new Map<string, Audience>()
  let isClosed = false
  let polling: Promise<void> | undefined

  db.onChange(hear)
  const timer = setInterval(() => {
    polling ??= poll()
      .catch(() => {})
      .finally(() => {
        polling = undefined
      })
  }, interval)

  function hear(ownerId: string, seq: number): void {
    const audience = audiences.get(ownerId)
    if (!audience) return
    audience.seq = Math.max(audience.seq, seq)
    tell(ownerId, audience)
  }

  function tell(ownerId: string, audience: Audience): void {
    audience.telling ??= tellAll(ownerId, audience)
      // The database is away. What could not be told now is told after the next poll.
      .catch(() => {})
      .finally(() => {
        audience.telling = undefined
      })
  }

  async function tellAll(ownerId: string, audience: Audience): Promise<void> {
    // What is changed in one go is told in one go.
    await othersFirst()
    for (;;) {
      const behind = [...audience.streams].filter(({ seq, sink }) => seq < audience.seq && sink.isReady())
      const [first] = behind
      if (!first || isClosed) return
      const since = first.seq
      const together = behind.filter(({ seq }) => seq === since)
      try {
        const changes = await listChanges(db, ownerId, since)
        const data = toJson(changes)
        for (const stream of together) {
          stream.seq = changes.seq
          if (audience.streams.has(stream)) stream.sink.send(changes.seq, data)
        }
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        // They have to begin again, and learn so when they come back.
        for (const { sink } of together) sink.end()
        for (const stream of together) audience.streams.delete(stream)
      }
    }
  }

  async function poll(): Promise<void> {
    const known = [...audiences].map(([owner_id, { seq }]) => ({ owner_id, seq }))
    for (let start = 0; start < known.length; start += ownersAtOnce) {
      const some = known.slice(start, start + ownersAtOnce)
      const news = await db.all<{ owner_id: string; seq: number }>`
        select counters.owner_id, counters.seq
        from ${table(some, { owner_id: 'text', seq: 'integer' })} as known
        cross join counters where counters.owner_id = known.owner_id and counters.seq > known.seq`
      for (const { owner_id, seq } of news) hear(owner_id, seq)
    }
    // Those that an outage has left behind.
    for (const [ownerId, audience] of audiences)
      if (!audience.telling && [...audience.streams].some(({ seq }) => seq < audience.seq))
        tell(ownerId, audience)
  }

  return {
    async open(ownerId, since) {
      if (isClosed) throw fail('unavailable')
      if ((audiences.get(ownerId)?.streams.size ?? 0) >= mostForOne)
        throw fail('rate_limited', {
          detail: `You have ${mostForOne} streams open here already. Close one first.`,
          retry_after: 5,
        })
      const present = await presentSeq(db, ownerId)
      // Throws if too much has been forgotten.
      if (since !== undefined && since !== present) await listChanges(db, ownerId, since)
      return (sink) => {
        const audience = audiences.get(ownerId) ?? { streams: new Set(), seq: present, telling: undefined }
        audiences.set(ownerId, audience)
        audience.seq = Math.max(audience.seq, present)
        const stream = { seq: since ?? present, sink }
        audience.streams.add(stream)
        if (isClosed) sink.end()
        else tell(ownerId, audience)
        return {
          seq: stream.seq,
          goOn: () => tell(ownerId, audience),
          stop() {
            audience.streams.delete(stream)
            if (audience.streams.size === 0) audiences.delete(ownerId)
          },
        }
      }
    },
    async close() {
      isClosed = true
      clearInterval(timer)
      for (const { streams } of audiences.values()) for (const { sink } of streams) sink.end()
      await polling
      await Promise.all([...audiences.values()].map(({ telling }) => telling))
    },
  }
}
