import type { Changes } from '../../contract/feed.ts'

/** What the tabs of one browser tell each other. */
export type News =
  /** The leading tab has taken these in, from this state on. */
  | { is: 'changes'; since: number; pages: readonly Changes[] }
  /** Everything on the disk is new. */
  | { is: 'account' }
  /** The outbox on the disk has changed. */
  | { is: 'outbox' }
  /** The leading tab's connection to the server has come or gone. */
  | { is: 'connection'; isThere: boolean }
  /** A person has asked for it in a tab that does not lead. */
  | { is: 'reload' }
  /** A tab that is being looked at would like to lead. */
  | { is: 'may I lead' }
  /** The leading tab is being looked at, too. */
  | { is: 'I lead' }
  /** The leading tab is not being looked at any more. */
  | { is: 'I am hidden' }

let channel: BroadcastChannel | undefined

export const tell = (news: News) => channel?.postMessage(news)

/** Returns a function that stops listening. */
export function listen(userId: string, hear: (news: News) => void): () => void {
  const opened = new BroadcastChannel(`inboard.${userId}`)
  opened.onmessage = ({ data }) => hear(data)
  channel = opened
  return () => {
    opened.close()
    if (channel === opened) channel = undefined
  }
}
