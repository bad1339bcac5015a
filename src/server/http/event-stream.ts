import type { ServerResponse } from 'node:http'
import type { Caller } from '../caller.ts'
import { type Clock, minutes, seconds } from '../clock.ts'
import type { FeedEvent, Follow, Sink } from '../feed/streams.ts'
import type { Gate } from './gate.ts'
import { GzipFrame, Part } from './gzip-parts.ts'

export const streamHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/event-stream; charset=utf-8',
  // nginx passes on what it gets, at once.
  'x-accel-buffering': 'no',
  // When the stream ends, so does its connection: a server that is shutting down does not wait for it.
  connection: 'close',
}

/** Proxies close what is silent; a client takes silence for a connection that is dead. */
const silence = 12 * seconds
/** How often each stream is looked after: whether its session has expired, and whether anybody is reading. */
const interval = 3.5 * seconds
/** All streams at once would hold up everybody else. Each belongs to one of so many groups, which take turns. */
const groupCount = 35
/** Clients come back by themselves. So a new version, or a new instance, gets its share of them. */
const longest = 60 * minutes
const patience = 30 * seconds

/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html) with the JSON of a page of changes. */
export const eventOf = (seq: number, json: string | Uint8Array) =>
  new Part(`event: changes\nid: ${seq}\ndata: `, json, '\n\n')

/** Proxies pass nothing on before the first byte, and clients wait for some now and then. */
const comment = new Part(':\n\n')

/** Gives a function that starts a stream. One timer looks after all that it has started. */
export function createEventStreams(
  { isStillIn, onEnded }: Pick<Gate, 'isStillIn' | 'onEnded'>,
  clock: Clock,
) {
  const groups = Array.from({ length: groupCount }, () => new Set<EventStream>())
  let [started, open, turn] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined

  function takeTurns(): void {
    for (const stream of groups[turn++ % groupCount] ?? []) stream.lookAfter(performance.now(), clock.now())
  }

  onEnded((ownerId) => {
    for (const group of groups)
      for (const stream of group) if (stream.caller.ownerId === ownerId) void endUnlessStillIn(stream)
  })

  async function endUnlessStillIn(stream: EventStream): Promise<void> {
    // If nobody can say so now, the client may ask again.
    if (!(await isStillIn(stream.caller).catch(() => false))) stream.end()
  }

  return (raw: ServerResponse, follow: Follow['begin'], caller: Caller, isGzip = false): void => {
    const stream = new EventStream(raw, caller, isGzip)
    // Node keeps the header for as long as the stream lasts: one piece of text, unless it is sent with the first bytes.
    raw.flushHeaders()
    stream.begin()
    const { goOn, stop } = follow(stream)
    raw.on('drain', goOn)
    // The client may have gone while the stream was being opened.
    if (raw.destroyed) {
      stop()
      return
    }
    const group = groups[started++ % groupCount]
    group?.add(stream)
    if (open++ === 0) timer = setInterval(takeTurns, interval / groupCount)
    raw.on('close', () => {
      group?.delete(stream)
      if (--open === 0) clearInterval(timer)
      stop()
    })
  }
}

/** Writes what is followed, compressed if its client accepts that. */
class EventStream implements Sink {
  readonly caller: Caller
  readonly #raw: ServerResponse
  readonly #gzip: GzipFrame | undefined
  readonly #begunAt = performance.now()
  #commentedAt = this.#begunAt
  #readAt = this.#begunAt

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
    const bytes = this.#gzip ? await event.deflated : event.plain
    // It may have ended meanwhile.
    if (this.#raw.writableEnded || this.#raw.destroyed) return
    this.#gzip?.add(event.plain)
    this.#raw.write(bytes)
  }

  end(): void {
    if (!this.#raw.writableEnded) this.#raw.end(this.#gzip?.end())
  }

  /** `now` is how long this process has been running, `time` the time by the clock. */
  lookAfter(now: number, time: number): void {
    if (this.isReady()) this.#readAt = now
    if (now - this.#readAt > patience) this.#raw.destroy()
    else if (time >= this.caller.until || now - this.#begunAt > longest) this.end()
    else if (now - this.#commentedAt > silence - interval && this.isReady()) {
      this.#commentedAt = now
      void this.send(comment)
    }
  }
}
