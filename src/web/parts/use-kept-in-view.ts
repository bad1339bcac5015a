import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

const signs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Keeps an element in view while lists above it load, until the person does something. */
export function useKeptInView(element: RefObject<HTMLElement | null>, isWanted: boolean): void {
  useLayoutEffect(() => {
    const page = element.current?.closest('.settings')
    if (!isWanted || !page) return
    const observer = new ResizeObserver(() => element.current?.scrollIntoView({ block: 'nearest' }))
    const stop = () => {
      observer.disconnect()
      for (const sign of signs) removeEventListener(sign, stop)
    }
    for (const sign of signs) addEventListener(sign, stop, { passive: true })
    observer.observe(page)
    return stop
  }, [])
}
