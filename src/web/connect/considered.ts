import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'

/** Longer than the second press of a double click takes, and shorter than it takes to read a line and aim at a button. */
const moment = 700

interface Considered {
  /** Buttons are disabled until then. */
  isConsidered: ReadonlySignal<boolean>
  /** Runs what a press means, unless it came too early: then the moment begins anew, so that hammering never gets through. */
  whenConsidered: (act: () => void) => void
}

/**
 * Whether a press can be meant for this page. Another page can open this one, or close what covers it, under a pointer
 * that is about to press. So presses count only once the page has been in front for a moment, whenever it comes there.
 */
export function useConsidered(): Considered {
  const isConsidered = useSignal(false)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  function begin(): void {
    clearTimeout(timer.current)
    isConsidered.value = false
    timer.current = setTimeout(() => {
      isConsidered.value = true
    }, moment)
  }
  useLayoutEffect(() => {
    begin()
    addEventListener('focus', begin)
    addEventListener('pageshow', begin)
    document.addEventListener('visibilitychange', begin)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('focus', begin)
      removeEventListener('pageshow', begin)
      document.removeEventListener('visibilitychange', begin)
    }
  }, [])
  return { isConsidered, whenConsidered: (act) => (isConsidered.value ? act() : begin()) }
}
