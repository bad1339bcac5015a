import { refresh } from './load.ts'

const channel = new BroadcastChannel('inboard')

/** Another tab of this browser shows the same cards. */
export const tellOtherTabs = () => channel.postMessage('changed')

/** What was changed in another tab, on another machine or while offline is seen when one looks again. */
export function stayFresh(shown: () => string | null | undefined): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  // Many changes at once are one reason to look.
  const look = () => {
    if (document.hidden) return
    clearTimeout(waiting)
    waiting = setTimeout(() => refresh(shown()).catch(() => {}), 100)
  }
  channel.addEventListener('message', look)
  addEventListener('focus', look)
  addEventListener('online', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearTimeout(waiting)
    channel.removeEventListener('message', look)
    removeEventListener('focus', look)
    removeEventListener('online', look)
    document.removeEventListener('visibilitychange', look)
  }
}
