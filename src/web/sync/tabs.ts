import type { Changes } from '../../contract/feed.ts'
import { ours } from '../device/base.ts'

/** What the tabs of one browser tell each other. */
export type News =
  /** The leading tab has applied these pages to the state `since`. */
  | { is: 'changes'; since: number; pages: readonly Changes[] }
  /** The whole account on the disk was replaced. */
  | { is: 'account' }
  /** The outbox on the disk has changed. */
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

let channel: BroadcastChannel | undefined

export const tell = (news: News) => channel?.postMessage(news)

/** Returns a function that stops listening. */
export function listen(userId: string, hear: (news: News) => void): () => void {
  const opened = new BroadcastChannel(ours + userId)
  opened.onmessage = ({ data }) => hear(data)
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = undefined
  }
}
