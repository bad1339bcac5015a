import type { Changes } from '../contract/feed.ts'
import { readEvents } from './event-source.ts'
import { isPassing, ProblemError, pause } from './failures.ts'

export interface FollowOptions {
  /** Ends the stream: the loop over it ends too, without an error. */
  signal?: AbortSignal | undefined
  /** Is told whenever a connection is there, and whenever one has ended or could not be made. */
  onConnection?: ((isThere: boolean) => void) | undefined
}

/** Opens the stream once. Fails as any call does. */
export type OpenStream = (since: number | undefined, signal: AbortSignal) => Promise<Response>

/** The server is never silent for longer than 20 seconds: this connection is dead. */
const longestSilence = 45_000
const longestPause = 30_000

/**
 * Goes on for ever: when the connection ends, it is opened again, and goes on where it was. What it cannot mend it
 * throws: a session that has ended, or a state that the server can no longer go on from (`cursor_gone`).
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
    // A stream that has ended by itself is opened again soon; a server that does not answer is left in peace.
    await pause(Math.random() * Math.min(longestPause, 500 * 2 ** failures), signal)
  }
}

const isRateLimited = (error: unknown): error is { problem: { retry_after: number } } =>
  error instanceof ProblemError && error.problem.retry_after !== undefined

/** Aborts a connection on which nothing has come for too long. */
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
