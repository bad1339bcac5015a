import { refresh } from './load.ts'

const channel = new BroadcastChannel('inboard')

/** Makes the other tabs of this browser refresh. */
export const tellOtherTabs = () => channel.postMessage('changed')

/** Refreshes when another tab has changed something, and when the page is looked at again or back online. */
export function stayFresh(shown: () => string | null | undefined): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  // Debounced: many changes at once are one reason to refresh.
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
