import { setImmediate as othersFirst } from 'node:timers/promises'
import { seconds } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { Failure, fail } from '../problems.ts'
import { findCursor } from './changes.ts'

/** A page of changes as it is sent to all who follow them. */
export interface FeedEvent {
  plain: Buffer
  /** Made when it is first asked for. */
  deflated: Promise<Buffer>
}

/** Reads a page of what has changed after a state, as it is sent, and the state that it leads to. `placed` as in `listChanges`. */
export type ReadChanges = (
  ownerId: string,
  since: number,
  placed?: readonly string[],
) => Promise<{ seq: number; more: boolean; event: FeedEvent }>

/** Where the changes of a stream go. */
export interface Sink {
  /** False while the client has more than enough to read. */
  isReady(): boolean
  /** How many bytes have not left yet. */
  unsent(): number
  send(event: FeedEvent): Promise<void>
  end(): void
}

export interface Following {
  /** The sink is ready again. */
  goOn: () => void
  stop: () => void
}

/** A stream that has been let in. It has its place from now on, so it must begin. */
export interface Follow {
  /** The state that it goes on from. */
  seq: number
  begin(sink: Sink): Following
}

interface Stream {
  /** The state that its client knows of. */
  seq: number
  /** Whether its client can renumber a column by itself. */
  canRenumber: boolean
  /** Whether the client has exactly that state. After a page with more to come, it may have newer versions of some things. */
  isExact: boolean
  sink: Sink
}

/** Of a stream that has its place, but has not begun. */
const nobody: Sink = { isReady: () => false, unsent: () => 0, async send() {}, end() {} }

/** Everyone who follows one owner's changes. */
interface Audience {
  ownerId: string
  streams: Set<Stream>
  /** The newest state that we know of. */
  seq: number
  /** The last change that we have made, if it did nothing but order columns. */
  order: { seq: number; placed: readonly string[] } | undefined
  telling: Promise<void> | undefined
  checking?: Promise<void> | undefined
}

const mostForOne = 20
/** In bytes, for each account: while more than this has not left, no more is read for it. */
const mostUnsent = 8_000_000
/** Of one change, so that little is kept for each account. */
const mostPlaced = 1000
/** How often we ask what other instances have changed. Our own changes we know at once. */
const interval = 0.35 * seconds

/** The state that a `Last-Event-ID` names. There is no going on from what is no number of ours. */
export function resumeAt(lastEventId: string | undefined): number | undefined {
  if (!lastEventId) return undefined
  if (!/^\d{1,15}$/.test(lastEventId)) throw fail('cursor_gone')
  return Number(lastEventId)
}

export interface Streams {
  /** Throws if it cannot go on from there, or if the owner has too many. */
  open(ownerId: string, since: number | undefined, canRenumber?: boolean): Promise<Follow>
  /** How many there are. */
  count(): number
  /** Ends all at once: their clients go on with another instance. Resolves when nothing is left running. */
  close(): Promise<void>
}

/** Tells everyone who listens what has changed. Nothing is queued: each stream only remembers how far it has got. */
export function createStreams(db: Database, readChanges: ReadChanges): Streams {
  const audiences = new Map<string, Audience>()
  let isClosed = false
  /** Whether other instances may have made changes that we have not asked for. */
  let isNewsDue = false
  let polling: Promise<void> | undefined
  /** Those whose changes could not be read, and are read at the next turn. */
  const untold = new Set<Audience>()

  db.onChange(hear)
  const timer = setInterval(() => {
    // The database may be away: what could not be asked or told now is so at the next turn.
    polling ??= poll()
      .catch(() => {})
      .finally(() => {
        polling = undefined
      })
  }, interval)

  function hear(ownerId: string, seq: number, placed?: readonly string[]): void {
    const audience = audiences.get(ownerId)
    if (!audience) return
    audience.seq = Math.max(audience.seq, seq)
    audience.order = placed && placed.length <= mostPlaced ? { seq, placed } : undefined
    tell(audience)
  }

  function tell(audience: Audience): void {
    audience.telling ??= tellAll(audience)
      .catch(() => void untold.add(audience))
      .finally(() => {
        audience.telling = undefined
      })
  }

  async function tellAll(audience: Audience): Promise<void> {
    const { ownerId, streams } = audience
    const isBehind = (stream: Stream) => isWaiting(stream, audience)
    // What is changed in one go is told in one go.
    await othersFirst()
    for (;;) {
      const first = streams.values().find(isBehind)
      if (!first || isClosed || unsentOf(streams) > mostUnsent) return
      const { seq: since } = first
      const { order } = audience
      const isBrief = (stream: Stream) => stream.canRenumber && stream.isExact && order?.seq === since + 1
      const placed = isBrief(first) ? order?.placed : undefined
      const together = [...streams].filter(
        (stream) => stream.seq === since && isBehind(stream) && isBrief(stream) === isBrief(first),
      )
      try {
        const { seq, more, event } = await readChanges(ownerId, since, placed)
        if (seq === since) {
          // What we read is older than what we know of.
          untold.add(audience)
          return
        }
        const listening = together.filter((stream) => streams.has(stream))
        for (const stream of listening) Object.assign(stream, { seq, isExact: !more })
        await Promise.all(listening.map(({ sink }) => sink.send(event)))
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        // They have to begin again, and learn so when they come back.
        for (const { sink } of together) sink.end()
        return
      }
    }
  }

  async function poll(): Promise<void> {
    isNewsDue ||= db.othersMayHaveWritten()
    if (isNewsDue) await askForNews()
    isNewsDue = false
    const again = [...untold]
    untold.clear()
    for (const audience of again) tell(audience)
  }

  async function askForNews(): Promise<void> {
    if (audiences.size === 0) return
    const known = new Map(audiences.values().map(({ ownerId, seq }) => [ownerId, seq]))
    const asked = [...known].map(([owner_id, seq]) => ({ owner_id, seq }))
    for (const { owner_id, seq } of await db.news(asked)) {
      const audience = audiences.get(owner_id)
      const before = known.get(owner_id) ?? 0
      if (!audience) continue
      // The account is gone.
      if (seq === null) endBeyond(audience, -1)
      else if (seq > before) hear(owner_id, seq)
      else checkSetBack(audience, before)
    }
  }

  /**
   * An account that is below a number that it had has lost writes, as in a failover to a standby that lagged. A read may be out of date;
   * what is read under the owner's lock is not, and a standby refuses the lock.
   */
  function checkSetBack(audience: Audience, before: number): void {
    const { ownerId } = audience
    audience.checking ??= db
      .hold(ownerId, (held) => findCursor(held, ownerId))
      .then((seq) => {
        if (seq >= before) return
        audience.seq = seq
        audience.order = undefined
        endBeyond(audience, seq)
      })
      // It is asked for again at the next turn.
      .catch(() => {})
      .finally(() => {
        audience.checking = undefined
      })
  }

  function leave(audience: Audience, stream: Stream): void {
    audience.streams.delete(stream)
    if (audience.streams.size === 0) audiences.delete(audience.ownerId)
    // It may have been the one that the others waited for.
    else tell(audience)
  }

  return {
    async open(ownerId, since, canRenumber = false) {
      if (isClosed) throw fail('unavailable')
      const audience: Audience = audiences.get(ownerId) ?? {
        ownerId,
        streams: new Set(),
        seq: 0,
        order: undefined,
        telling: undefined,
      }
      if (audience.streams.size >= mostForOne) throw tooMany()
      // It has its place before anything is awaited: so there are never too many, and no change is missed.
      const stream: Stream = { seq: 0, canRenumber, isExact: false, sink: nobody }
      audience.streams.add(stream)
      audiences.set(ownerId, audience)
      try {
        const present = await findCursor(db, ownerId, since)
        stream.seq = since ?? present
        stream.isExact = stream.seq === present
        audience.seq = Math.max(audience.seq, present)
      } catch (error) {
        leave(audience, stream)
        throw error
      }
      return {
        seq: stream.seq,
        begin(sink) {
          stream.sink = sink
          if (isClosed) sink.end()
          else tell(audience)
          return { goOn: () => tell(audience), stop: () => leave(audience, stream) }
        },
      }
    },
    count: () => audiences.values().reduce((sum, { streams }) => sum + streams.size, 0),
    async close() {
      isClosed = true
      clearInterval(timer)
      for (const audience of audiences.values()) endBeyond(audience, -1)
      await polling
      await Promise.all(audiences.values().flatMap(({ telling, checking }) => [telling, checking]))
    },
  }
}

/** Ends the streams of those who know more than the account has. They begin again when they come back. */
function endBeyond({ streams }: Audience, present: number): void {
  for (const { seq, sink } of streams) if (seq > present) sink.end()
}

const unsentOf = (streams: ReadonlySet<Stream>) =>
  streams.values().reduce((sum, { sink }) => sum + sink.unsent(), 0)

/** Whether there is something that it could be told. */
const isWaiting = ({ seq, sink }: Stream, audience: Audience) => seq < audience.seq && sink.isReady()

const tooMany = () =>
  fail('rate_limited', {
    detail: `You have ${mostForOne} streams open here already. Close one first.`,
    retry_after: 5,
  })
