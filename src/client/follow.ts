import type { Changes } from '../contract/feed.ts'
import { readEvents } from './event-source.ts'
import { backOff, isPassing, ProblemError, pause } from './failures.ts'

export interface FollowOptions {
  /** Ends the stream. The loop over it ends without an error. */
  signal?: AbortSignal | undefined
  /** Called when a connection opens, and when one ends or fails. */
  onConnection?: ((isThere: boolean) => void) | undefined
}

/** Opens the stream once. Fails as any call does. */
type OpenStream = (since: number | undefined, signal: AbortSignal) => Promise<Response>

/** After this the connection is dead: the server is never silent for longer than 20 seconds. */
const longestSilence = 45_000

/**
 * Never ends by itself: if the connection breaks, it reconnects and continues where it was. It throws what a
 * retry cannot fix: a session that has ended, or a cursor that the server no longer accepts (`cursor_gone`).
 */
export async function* follow(
  open: OpenStream,
  since: number | undefined,
  { signal, onConnection }: FollowOptions = {},
): AsyncGenerator<Changes> {
  let reached = since
  for (let failures = 0; !signal?.aborted; failures++) {
    const watch = new Watch(signal)
    try {
      const { body, headers } = await open(reached, watch.signal)
      if (!body) throw new TypeError('the stream has no body')
      reached ??= Number(headers.get('inboard-seq'))
      failures = 0
      onConnection?.(true)
      for await (const { id, data } of readEvents(body, () => watch.restart())) {
        if (id) reached = Number(id)
        if (data) yield JSON.parse(data) as Changes
      }
    } catch (error) {
      if (signal?.aborted) return
      if (isRateLimited(error)) await pause(error.problem.retry_after * 1000, signal)
      else if (!isPassing(error) && !watch.signal.aborted) throw error
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

/** A watchdog: aborts a connection that has been silent for too long. */
class Watch {
  readonly #silence = new AbortController()
  readonly signal: AbortSignal
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(signal: AbortSignal | undefined) {
    this.signal = signal ? AbortSignal.any([signal, this.#silence.signal]) : this.#silence.signal
    this.restart()
  }

  stop(): void {
    clearTimeout(this.#timer)
    // Closes the connection of a stream that was left in the middle.
    this.#silence.abort()
  }

  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#silence.abort(), longestSilence)
  }
}
