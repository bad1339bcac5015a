/** Streams of server-sent events, compressed once for all clients. Start with `createEventStreams`. */
import type { ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'
import type { Caller } from '../common/caller.ts'
import { type Clock, minutes, seconds } from '../common/clock.ts'
import { membersToJson } from '../db/database.ts'
import type { FeedEvent, Follow, ReadChanges, Sink } from '../feed/streams.ts'
import type { Admission } from './admission.ts'
import { options, threshold } from './compression.ts'
import type { Handlers } from './endpoints.ts'

export const streamHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/event-stream; charset=utf-8',
  // Turns off nginx's buffering.
  'x-accel-buffering': 'no',
  // Ends the connection with the stream, so that a server that is shutting down does not wait for it.
  connection: 'close',
}

/** Proxies close silent connections, and clients consider them dead. */
const silence = 12 * seconds
/** How often each stream is checked. */
const interval = 3.5 * seconds
/** Clients reconnect by themselves, so that a new version or a new instance gets its share of them. */
const longest = 60 * minutes

/** Ends a flush. Some decoders, such as Go's, deliver nothing until they have read one. */
const syncMarker = Buffer.from([0, 0, 0, 0xff, 0xff])

/**
 * Compresses a part of an endless response, once for all clients and independently of the parts before it, into whole
 * deflate blocks (RFC 1951). So no stream needs its own compressor, which would take 260 kB each.
 */
async function deflate(plain: Buffer): Promise<Buffer> {
  if (plain.length > threshold)
    return await promisify(deflateRaw)(plain, { ...options.gzip, finishFlush: constants.Z_SYNC_FLUSH })
  // An uncompressed block.
  const head = Buffer.alloc(5)
  head.writeUInt16LE(plain.length, 1)
  head.writeUInt16LE(0xffff - plain.length, 3)
  return Buffer.concat([head, plain, syncMarker])
}

/** A part as a stream with gzip sends it. */
export function deflated(part: FeedEvent): Promise<Buffer> {
  part.deflated ??= deflate(part.plain)
  return part.deflated
}

/** The gzip header and trailer (RFC 1952) of one stream, and its only state. */
export class GzipFrame {
  #checksum = 0
  #length = 0

  /** Without a timestamp, system unknown. */
  static readonly head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

  /** Call it with each part, in the order in which they are sent. */
  add(plain: Buffer): void {
    this.#checksum = crc32(plain, this.#checksum)
    this.#length += plain.length
  }

  end(): Buffer {
    const end = Buffer.alloc(10)
    // An empty final block.
    end.writeUInt16LE(3)
    end.writeUInt32LE(this.#checksum, 2)
    end.writeUInt32LE(this.#length % 2 ** 32, 6)
    return end
  }
}

/**
 * A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html) with the JSON of a
 * page of changes.
 */
export const eventOf = (seq: number, json: string | Uint8Array): FeedEvent => ({
  plain: Buffer.concat([
    Buffer.from(`event: changes\nid: ${seq}\ndata: `),
    typeof json === 'string' ? Buffer.from(json) : json,
    Buffer.from('\n\n'),
  ]),
})

const noChanges = { more: false, projects: [], statuses: [], cards: [], positions: [], deleted: [] }

/** What the JSON of a page of changes begins with. */
function beginningOf(json: Uint8Array): { seq: number; more: boolean } {
  const [, seq, more] =
    /^{"seq":(\d+),"more":(true|false),/.exec(Buffer.from(json.subarray(0, 100)).toString()) ?? []
  if (seq === undefined) throw new Error('this is no page of changes')
  return { seq: Number(seq), more: more === 'true' }
}

/** Reads changes as events. A worker returns those of a large account as bytes. */
export const eventsFrom =
  (changes: Handlers['changes']): ReadChanges =>
  async (ownerId, since, { card, placed } = {}) => {
    const next = since + 1
    if (card) {
      const page = { seq: next, ...noChanges, cards: [card] }
      return { seq: next, more: false, event: eventOf(next, JSON.stringify(page)) }
    }
    const answer = await changes({ ownerId, params: {}, query: { since }, body: undefined, placed })
    const { seq, more } = answer instanceof Uint8Array ? beginningOf(answer) : answer
    const json = answer instanceof Uint8Array ? answer : membersToJson(answer)
    return { seq, more, event: eventOf(seq, json) }
  }

/** Proxies forward nothing before the first byte, and clients expect a sign of life now and then. */
const comment: FeedEvent = { plain: Buffer.from(':\n\n') }

/** A beginning and, a little later, an end. A proxy that holds back streams delivers both together. */
export function streamForDoctor(raw: ServerResponse): void {
  raw.writeHead(200, streamHeaders).write(comment.plain)
  setTimeout(() => raw.end(':end\n\n'), 2 * seconds).unref()
}

/** Returns a function that starts a stream. */
export function createEventStreams(
  { hasAccess, requireCaller, onEnded }: Pick<Admission, 'hasAccess' | 'requireCaller' | 'onEnded'>,
  clock: Clock,
) {
  const streams = new Set<EventStream>()

  onEnded((ownerId) => {
    for (const stream of streams) if (stream.caller.ownerId === ownerId) void endUnlessStillIn(stream)
  })

  async function endUnlessStillIn(stream: EventStream): Promise<void> {
    // If that can't be checked now, the client may reconnect.
    if (!(await hasAccess(stream.caller).catch(() => false))) stream.end()
  }

  return (raw: ServerResponse, follow: Follow['begin'], caller: Caller, isGzip = false): void => {
    const stream = new EventStream(raw, caller, isGzip)
    // Node keeps the header for as long as the stream lasts. Flushed on its own, it is a single flat string.
    raw.flushHeaders()
    stream.begin()
    const { resume, stop } = follow(stream)
    raw.on('drain', resume)
    // The client may have disconnected while the stream was being opened.
    if (raw.destroyed) {
      stop()
      return
    }
    streams.add(stream)
    // Access that ended since the request was admitted ended before this stream was known.
    requireCaller(caller).catch(() => stream.end())
    // Each has a timer of its own, because checking all at once would block everybody else.
    const timer = setInterval(() => stream.check(performance.now(), clock.now()), interval)
    raw.on('close', () => {
      streams.delete(stream)
      clearInterval(timer)
      stop()
    })
  }
}

/** Writes the events of a stream, compressed if the client accepts that. */
class EventStream implements Sink {
  readonly caller: Caller
  readonly #raw: ServerResponse
  readonly #gzip: GzipFrame | undefined
  readonly #begunAt = performance.now()
  #commentedAt = this.#begunAt

  constructor(raw: ServerResponse, caller: Caller, isGzip: boolean) {
    this.#raw = raw
    this.caller = caller
    this.#gzip = isGzip ? new GzipFrame() : undefined
  }

  begin(): void {
    if (this.#gzip) this.#raw.write(GzipFrame.head)
    void this.send(comment)
  }

  isReady(): boolean {
    return !this.#raw.writableNeedDrain
  }

  unsent(): number {
    return this.#raw.writableLength
  }

  async send(event: FeedEvent): Promise<void> {
    const bytes = this.#gzip ? await deflated(event) : event.plain
    // The stream may have ended in the meantime.
    if (this.#raw.writableEnded || this.#raw.destroyed) return
    this.#gzip?.add(event.plain)
    this.#raw.write(bytes)
  }

  end(): void {
    if (!this.#raw.writableEnded) this.#raw.end(this.#gzip?.end())
  }

  /** `now` is the uptime of this process, `time` is the clock's. */
  check(now: number, time: number): void {
    if (time >= this.caller.until || now - this.#begunAt > longest) this.end()
    else if (now - this.#commentedAt > silence - interval && this.isReady()) {
      this.#commentedAt = now
      void this.send(comment)
    }
  }
}
