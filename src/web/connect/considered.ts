import { useLayoutEffect, useRef } from 'preact/hooks'

/** Longer than the second press of a double click takes, and shorter than it takes to read a line and aim at a button. */
const moment = 700

/**
 * Whether a press can be meant for this page. Another page can open this one, or close what covers it, under a pointer
 * that is about to press. So presses count only once the page has been in view for a moment, counted anew whenever it
 * comes back to the front, and after a press that came too early, so that hammering never gets through.
 */
export function useConsidered(): () => boolean {
  const since = useRef(performance.now())
  useLayoutEffect(() => {
    const begin = () => {
      since.current = performance.now()
    }
    begin()
    addEventListener('focus', begin)
    addEventListener('pageshow', begin)
    document.addEventListener('visibilitychange', begin)
    return () => {
      removeEventListener('focus', begin)
      removeEventListener('pageshow', begin)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [])
  return () => {
    const waited = performance.now() - since.current
    if (waited >= moment) return true
    since.current = performance.now()
    return false
  }
}
