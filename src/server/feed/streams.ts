import { setImmediate as othersFirst } from 'node:timers/promises'
import { seconds } from '../common/clock.ts'
import { fail, ProblemError } from '../common/problems.ts'
import type { About, Database } from '../db/database.ts'
import { findCursor } from './changes.ts'

/** A page of changes, encoded once for all streams that receive it. */
export interface FeedEvent {
  plain: Buffer
  /** Compressed when first needed. */
  deflated?: Promise<Buffer>
}

/**
 * Reads and encodes a page of the changes since a state, and resolves to the state that it leads to. `about` is
 * what is known of the next change, if there is only one.
 */
export type ReadChanges = (
  ownerId: string,
  since: number,
  about?: About,
) => Promise<{ seq: number; more: boolean; event: FeedEvent }>

/** Where a stream writes its changes. */
export interface Sink {
  /** False while the client has too much left to read. */
  isReady(): boolean
  /** Bytes that have not been sent yet. */
  unsent(): number
  send(event: FeedEvent): Promise<void>
  end(): void
}

export interface Following {
  /** Call it when the sink is ready again. */
  resume: () => void
  stop: () => void
}

/** An accepted stream. It already occupies a slot, so `begin` must be called. */
export interface Follow {
  /** The state from which it continues. */
  seq: number
  begin(sink: Sink): Following
}

interface Stream {
  /** The last state sent to the client. */
  seq: number
  /** True if the client can renumber a column by itself. */
  canRenumber: boolean
  /**
   * True if the client has exactly that state. After a page with more to come, it may have newer versions of
   * some items.
   */
  isExact: boolean
  /** Undefined if it has a slot, but has not begun or has to end. */
  sink: Sink | undefined
}

/** All streams of one owner. */
interface Audience {
  ownerId: string
  streams: Set<Stream>
  /** The newest state known to this instance. */
  seq: number
  /** This instance's last change, if it did little. */
  last: { seq: number; about: About } | undefined
  sending: Promise<void> | undefined
  checking?: Promise<void> | undefined
}

export const maxStreams = 20
/** In bytes, for each account. While more than this is unsent, nothing is read for the account. */
const maxUnsentBytes = 8_000_000
/** Cards of one change, to bound the memory for each account. */
const maxPlacedCards = 1000
/** How often to poll for changes by other instances. Changes by this instance are known at once. */
const interval = 0.35 * seconds

/** Parses a `Last-Event-ID`. A stream can't resume from anything but a sequence number. */
export function resumeAt(lastEventId: string | undefined): number | undefined {
  if (!lastEventId) return undefined
  if (!/^\d{1,15}$/.test(lastEventId)) throw fail('cursor_gone')
  return Number(lastEventId)
}

export interface Streams {
  /** Throws if the stream can't continue from there, or if the owner has too many. */
  open(ownerId: string, since: number | undefined, canRenumber?: boolean): Promise<Follow>
  count(): number
  /**
   * Ends all streams; their clients reconnect to another instance. Resolves when nothing is running any more.
   */
  close(): Promise<void>
}

/**
 * Sends every stream the changes of its owner. There are no queues: each stream only remembers the state that
 * it has reached.
 */
export function createStreams(db: Database, readChanges: ReadChanges): Streams {
  const audiences = new Map<string, Audience>()
  let isClosed = false
  /** True if other instances may have made changes that we have not polled for. */
  let isNewsDue = false
  let polling: Promise<void> | undefined

  db.onChange(observe)
  const timer = setInterval(() => {
    // If the database is unavailable, the next poll retries.
    polling ??= poll()
      .catch(() => {})
      .finally(() => {
        polling = undefined
      })
  }, interval)

  function observe(ownerId: string, seq: number, about?: About): void {
    const audience = audiences.get(ownerId)
    if (!audience) return
    audience.seq = Math.max(audience.seq, seq)
    audience.last = about && (about.placed?.length ?? 0) <= maxPlacedCards ? { seq, about } : undefined
    notify(audience)
  }

  function notify(audience: Audience): void {
    audience.sending ??= sendAll(audience)
  }

  async function sendAll(audience: Audience): Promise<void> {
    // Changes made in the same turn of the event loop are sent together.
    await othersFirst()
    try {
      for (let group = nextGroup(audience); group && !isClosed; group = nextGroup(audience))
        await sendTo(group, audience)
    } catch {
      // Its changes could not be read.
      setTimeout(() => notify(audience), interval).unref()
    }
    audience.sending = undefined
  }

  /** Sends the next page to streams that need the same. Throws if that has to be tried again later. */
  async function sendTo(group: Group, { ownerId, streams, last }: Audience): Promise<void> {
    const [first] = group
    const since = first.seq
    const about = isBrief(first, last) ? last?.about : undefined
    try {
      const { seq, more, event } = await readChanges(ownerId, since, about)
      if (seq === since) throw new Error('the read is older than the state we know of')
      const listening = group.filter((stream) => streams.has(stream))
      for (const stream of listening) Object.assign(stream, { seq, isExact: !more })
      // A client that has missed a page has to reconnect.
      await Promise.all(listening.map(({ sink }) => sink?.send(event).catch(() => sink.end())))
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      // These clients have to start over: they receive the error when they reconnect.
      for (const stream of group) {
        stream.sink?.end()
        stream.sink = undefined
      }
    }
  }

  async function poll(): Promise<void> {
    isNewsDue ||= db.othersMayHaveWritten()
    if (isNewsDue) await askForNews()
    isNewsDue = false
  }

  async function askForNews(): Promise<void> {
    if (audiences.size === 0) return
    const known = new Map(audiences.values().map(({ ownerId, seq }) => [ownerId, seq]))
    const asked = [...known].map(([owner_id, seq]) => ({ owner_id, seq }))
    for (const { owner_id, seq } of await db.news(asked)) {
      const audience = audiences.get(owner_id)
      const before = known.get(owner_id) ?? 0
      if (!audience) continue
      // The account was deleted.
      if (seq === null) endBeyond(audience, -1)
      else if (seq > before) observe(owner_id, seq)
      else checkSetBack(audience, before)
    }
  }

  /**
   * If an account's number is lower than before, it may have lost writes, for instance in a failover to a
   * standby that lagged. An ordinary read may be stale, but a read under the owner's lock is not, and a
   * standby refuses the lock.
   */
  function checkSetBack(audience: Audience, before: number): void {
    const { ownerId } = audience
    audience.checking ??= db
      .hold(ownerId, (held) => findCursor(held, ownerId))
      .then((seq) => {
        if (seq >= before) return
        audience.seq = seq
        audience.last = undefined
        endBeyond(audience, seq)
      })
      // The next poll retries.
      .catch(() => {})
      .finally(() => {
        audience.checking = undefined
      })
  }

  function leave(audience: Audience, stream: Stream): void {
    audience.streams.delete(stream)
    if (audience.streams.size === 0) audiences.delete(audience.ownerId)
    // The others may have waited for this one.
    else notify(audience)
  }

  return {
    async open(ownerId, since, canRenumber = false) {
      if (isClosed) throw fail('unavailable')
      const audience: Audience = audiences.get(ownerId) ?? {
        ownerId,
        streams: new Set(),
        seq: 0,
        last: undefined,
        sending: undefined,
      }
      if (audience.streams.size >= maxStreams) throw tooMany()
      // The slot is taken before the first await, so that the limit holds and no change is missed.
      const stream: Stream = { seq: 0, canRenumber, isExact: false, sink: undefined }
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
          else notify(audience)
          return { resume: () => notify(audience), stop: () => leave(audience, stream) }
        },
      }
    },
    count: () => audiences.values().reduce((sum, { streams }) => sum + streams.size, 0),
    async close() {
      isClosed = true
      clearInterval(timer)
      for (const audience of audiences.values()) endBeyond(audience, -1)
      await polling
      await Promise.all(audiences.values().flatMap(({ sending, checking }) => [sending, checking]))
    },
  }
}

/** Ends the streams that are ahead of the account. They start over when they reconnect. */
function endBeyond({ streams }: Audience, present: number): void {
  for (const { seq, sink } of streams) if (seq > present) sink?.end()
}

type Group = [Stream, ...Stream[]]

/** The first stream that lacks something and can take it, with all others that need the same page. */
function nextGroup({ streams, seq, last }: Audience): Group | undefined {
  let group: Group | undefined
  let unsent = 0
  for (const stream of streams) {
    unsent += stream.sink?.unsent() ?? 0
    if (stream.seq >= seq || !stream.sink?.isReady()) continue
    if (!group) group = [stream]
    else if (stream.seq === group[0].seq && isBrief(stream, last) === isBrief(group[0], last))
      group.push(stream)
  }
  return unsent > maxUnsentBytes ? undefined : group
}

/** True if the last change is all that a stream lacks, and what is known of it is enough for the client. */
const isBrief = ({ seq, isExact, canRenumber }: Stream, last: Audience['last']) =>
  isExact && last?.seq === seq + 1 && (canRenumber || last.about.card !== undefined)

const tooMany = () =>
  fail('rate_limited', {
    detail: `You have ${maxStreams} streams open here already. Close one first.`,
    retry_after: 5,
  })
