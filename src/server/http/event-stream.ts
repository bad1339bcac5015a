import type { ServerResponse } from 'node:http'
import type { Claims } from '../accounts/sessions.ts'
import { minutes, seconds } from '../clock.ts'
import type { Follow, Sink } from '../feed/streams.ts'

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
/** How often each stream is looked after: whether its session is still good, and whether anybody is reading. */
const interval = 3.5 * seconds
/** All streams at once would hold up everybody else. Each belongs to one of so many groups, which take turns. */
const groupCount = 35
/** Clients come back by themselves. So a new version, or a new instance, gets its share of them. */
const longest = 60 * minutes
const patience = 30 * seconds

type FindEnded = (sessions: readonly Claims[]) => Promise<readonly Claims[]>

/** Gives a function that starts a stream. One timer looks after all that it has started. */
export function createEventStreams(findEnded: FindEnded) {
  const groups = Array.from({ length: groupCount }, () => new Set<EventStream>())
  let [started, open, turn] = [0, 0, 0]
  let timer: NodeJS.Timeout | undefined

  function takeTurns(): void {
    const group = groups[turn++ % groupCount]
    if (group?.size) void lookAfter(group)
  }

  async function lookAfter(group: ReadonlySet<EventStream>): Promise<void> {
    // While nobody can say whether a session is still good, its streams stay.
    const ended = new Set(await findEnded(Array.from(group, ({ session }) => session)).catch(() => []))
    for (const stream of group) stream.lookAfter(performance.now(), ended.has(stream.session))
  }

  return (raw: ServerResponse, follow: Follow['begin'], session: Claims): void => {
    const stream = new EventStream(raw, session)
    // Node keeps the header for as long as the stream lasts: one piece of text, unless it is sent with the first bytes.
    raw.flushHeaders()
    const { goOn, stop } = follow(stream)
    stream.comment()
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

/** Writes what is followed as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
class EventStream implements Sink {
  readonly session: Claims
  readonly #raw: ServerResponse
  readonly #begunAt = performance.now()
  #commentedAt = this.#begunAt
  #readAt = this.#begunAt

  constructor(raw: ServerResponse, session: Claims) {
    this.#raw = raw
    this.session = session
  }

  isReady(): boolean {
    return !this.#raw.writableNeedDrain
  }

  send(seq: number, data: string): void {
    this.#raw.write(`event: changes\nid: ${seq}\ndata: ${data}\n\n`)
  }

  /** Proxies pass nothing on before the first byte, and clients wait for some now and then. */
  comment(): void {
    this.#raw.write(':\n\n')
  }

  end(): void {
    this.#raw.end()
  }

  lookAfter(now: number, hasSessionEnded: boolean): void {
    if (this.isReady()) this.#readAt = now
    if (now - this.#readAt > patience) this.#raw.destroy()
    else if (hasSessionEnded || now - this.#begunAt > longest) this.end()
    else if (now - this.#commentedAt > silence - interval && this.isReady()) {
      this.#commentedAt = now
      this.comment()
    }
  }
}
