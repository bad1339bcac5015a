import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { listen } from '../parts/listen.ts'

/** Longer than the second press of a double click takes, and shorter than it takes to read a line and aim at a button. */
const moment = 700

interface Considered {
  /** Buttons are disabled until then. */
  isConsidered: ReadonlySignal<boolean>
  /** Runs what a press means, unless it came too early: then the wait starts again, so that hammering never gets through. */
  whenConsidered: (act: () => void) => void
}

/**
 * Tells whether a press can be meant for this page. Another page can open this one, or close what covers it, under a pointer
 * that is about to press. So presses count only once the page has been in front for a moment, whenever it comes there.
 * A link can also scroll a small window past who asks, so `who` must have been in view before that.
 */
export function useConsidered(who?: RefObject<HTMLElement | null>): Considered {
  const isConsidered = useSignal(false)
  const isSeen = useRef(who === undefined)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  function begin(): void {
    clearTimeout(timer.current)
    isConsidered.value = false
    if (!isSeen.current) return
    timer.current = setTimeout(() => {
      isConsidered.value = true
    }, moment)
  }
  useLayoutEffect(() => {
    begin()
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ intersectionRatio }) => intersectionRatio > 0.9)) return
        isSeen.current = true
        observer.disconnect()
        begin()
      },
      { threshold: 0.95 },
    )
    if (who?.current) observer.observe(who.current)
    const ignore = listen(['focus', 'pageshow', 'visibilitychange'], begin)
    return () => {
      observer.disconnect()
      clearTimeout(timer.current)
      ignore()
    }
  }, [])
  function whenConsidered(act: () => void): void {
    if (isConsidered.value) act()
    else if (isSeen.current) begin()
    else who?.current?.scrollIntoView({ block: 'center' })
  }
  return { isConsidered, whenConsidered }
}
