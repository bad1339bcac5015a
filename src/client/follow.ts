import type { Changes } from '../contract/feed.ts'
import { backOff, isPassing, ProblemError, pause } from './failures.ts'

export interface FollowOptions {
  /** Ends the stream. The loop over it ends without an error. */
  signal?: AbortSignal | undefined
  /** Called when something arrives on a new connection or after silence, and when one ends or fails. */
  onConnection?: ((isThere: boolean) => void) | undefined
  /** Called now and then while a connection stays silent. A proxy may hold back the stream, but not other requests. */
  onSilence?: (() => void) | undefined
}

/** Opens the stream once. Fails as any call does. */
type OpenStream = (since: number | undefined, signal: AbortSignal) => Promise<Response>

/** After this the connection is dead: the server is never silent for longer than 20 seconds. */
const longestSilence = 45_000

/** In milliseconds. The server sends something at once, and then every 20 seconds or sooner. */
const usualSilence = { first: 8_000, later: 25_000 }

/**
 * Never ends by itself: if the connection breaks, it reconnects and continues where it was. It throws what a
 * retry cannot fix: a session that has ended, or a cursor that the server no longer accepts (`cursor_gone`).
 */
export async function* follow(
  open: OpenStream,
  since: number | undefined,
  { signal, onConnection, onSilence }: FollowOptions = {},
): AsyncGenerator<Changes> {
  let reached = since
  for (let failures = 0; !signal?.aborted; failures++) {
    let isHeard = false
    const watch = new Watch(signal, () => {
      isHeard = false
      onSilence?.()
    })
    try {
      const { body, headers } = await open(reached, watch.signal)
      if (!body) throw new TypeError('the stream has no body')
      reached ??= Number(headers.get('inboard-seq'))
      failures = 0
      const onArrival = () => {
        watch.restart()
        if (!isHeard) onConnection?.(true)
        isHeard = true
      }
      for await (const { id, data } of readEvents(body, onArrival)) {
        if (id) reached = Number(id)
        if (data) yield JSON.parse(data) as Changes
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isRateLimited(error)) await pause(error.problem.retry_after * 1000, signal)
      else if (watch.signal.aborted) failures = 0
      else if (!isPassing(error)) throw error
    } finally {
      watch.stop()
      onConnection?.(false)
    }
    // Reconnects soon after a stream has ended; backs off if the server does not answer.
    await pause(backOff(failures), signal)
  }
}

const isRateLimited = (error: unknown): error is { problem: { retry_after: number } } =>
  error instanceof ProblemError && error.problem.retry_after !== undefined

/** A watchdog: reports a silent connection, and aborts one that has been silent for too long. */
class Watch {
  readonly #silence = new AbortController()
  readonly signal: AbortSignal
  readonly #onSilence: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #reports: ReturnType<typeof setTimeout> | undefined

  constructor(signal: AbortSignal | undefined, onSilence: () => void) {
    this.signal = signal ? AbortSignal.any([signal, this.#silence.signal]) : this.#silence.signal
    this.#onSilence = onSilence
    this.restart(usualSilence.first)
  }

  stop(): void {
    clearTimeout(this.#timer)
    clearTimeout(this.#reports)
    // Closes the connection of a stream that was left in the middle.
    this.#silence.abort()
  }

  restart(usual = usualSilence.later): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#silence.abort(), longestSilence)
    this.#reportAfter(usual)
  }

  /** Not all clients at the same moment. */
  #reportAfter(milliseconds: number): void {
    clearTimeout(this.#reports)
    this.#reports = setTimeout(
      () => {
        this.#onSilence()
        this.#reportAfter(usualSilence.later / 2)
      },
      milliseconds * (1 + Math.random() / 2),
    )
  }
}

/** A server-sent event (https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream). */
export interface ServerEvent {
  id?: string
  data: string
}

/** The events of a stream. One without data only reports how far the stream has got. */
export async function* readEvents(body: ReadableStream, onArrival: () => void): AsyncGenerator<ServerEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let isAfterCr = false
  let isAfterLf = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    onArrival()
    const text = decoder.decode(value, { stream: true })
    // A line may end in \r, \n or both, and the stream may be cut between the two.
    const lines = (isAfterCr ? text.replace(/^\n/, '') : text).replaceAll(/\r\n?/g, '\n')
    if (text) isAfterCr = text.endsWith('\r')
    rest += lines
    // A long event comes in many parts. `rest` is searched only when an event has ended, so the time is linear.
    const hasEnd = lines.includes('\n\n') || (isAfterLf && lines.startsWith('\n'))
    if (lines) isAfterLf = lines.endsWith('\n')
    if (!hasEnd) continue
    const blocks = rest.split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield readEvent(block)
  }
}

function readEvent(block: string): ServerEvent {
  const fields = block.split('\n').map((line) => /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [])
  const valuesOf = (wanted: string) =>
    fields.flatMap(([, name, value = '']) => (name === wanted ? [value] : []))
  const id = valuesOf('id').at(-1)
  return { ...(id !== undefined && { id }), data: valuesOf('data').join('\n') }
}
