import type { Changes } from '../../contract/feed.ts'
import { ours } from '../device/base.ts'

// How parts of this tab, and the tabs of this browser, wake each other.

/** A wake-up signal that any number of callers can wait for. */
class Trigger {
  readonly #sleepers = new Set<() => void>()

  fire(): void {
    for (const wake of [...this.#sleepers]) wake()
  }

  /** Resolves when it fires next, or when the signal is aborted. */
  wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleepers.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      if (signal.aborted) return resolve()
      this.#sleepers.add(wake)
      signal.addEventListener('abort', wake)
    })
  }
}

/** Fires when the outbox has something to send. */
export const toSend = new Trigger()

/** Fires when the page gets the focus or the network seems to be back: time to retry at once. */
export const look = new Trigger()

/** The messages between the tabs of one browser. */
export type News =
  /** The leading tab has applied these pages to the state `since`, and these operations are confirmed, by their `n`. */
  | { is: 'changes'; since: number; pages: readonly Changes[]; confirmed: readonly number[] }
  /** The whole account on the disk was replaced. */
  | { is: 'account' }
  /** The outbox on the disk has changed in a way that `changes` does not tell in a moment. */
  | { is: 'outbox' }
  /** The leading tab has connected or lost its connection. */
  | { is: 'connection'; isThere: boolean; isHeldBack?: boolean }
  /** “Reload everything” was chosen in a tab that does not lead. */
  | { is: 'reload' }
  /** A visible tab wants to lead. */
  | { is: 'may I lead' }
  /** The leading tab is visible, too. */
  | { is: 'I lead' }
  /** The leading tab is now hidden. */
  | { is: 'I am hidden' }

export type Pages = Extract<News, { is: 'changes' }>

let channel: BroadcastChannel | undefined

export const broadcast = (news: News) => channel?.postMessage(news)

/** Returns a function that stops listening. */
export function listen(userId: string, onNews: (news: News) => void): () => void {
  const opened = new BroadcastChannel(ours + userId)
  opened.onmessage = ({ data }) => onNews(data)
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = undefined
  }
}
