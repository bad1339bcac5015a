import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../state/notices.ts'
import { Trouble, useAttempt } from './field.tsx'
import { focusSection } from './section.tsx'

export interface Listing<T> {
  /** Undefined until they are loaded. */
  items: ReadonlySignal<readonly T[] | undefined>
  change(edit: (now: readonly T[]) => readonly T[]): void
  /** Takes one out that is gone, and says so. */
  drop(gone: T, message: string): void
  /** The error message and retry button, if loading has failed. */
  failure: ComponentChildren
}

/** Loads a list, and reloads it when the page gets the focus: it may have changed in another tab or browser. */
export function useListing<T extends { id: string }>(read: () => Promise<readonly T[]>): Listing<T> {
  const items = useSignal<readonly T[] | undefined>(undefined)
  const changes = useRef(0)
  const { busy, trouble, attempt } = useAttempt()
  async function load(): Promise<void> {
    const before = changes.current
    const found = await read()
    // A request from before a change may not contain it.
    if (changes.current === before) items.value = found
  }
  const reload = () => attempt(load)
  useLayoutEffect(() => {
    reload()
    const refresh = () => load().catch(() => {})
    addEventListener('focus', refresh)
    return () => removeEventListener('focus', refresh)
  }, [])
  function change(edit: (now: readonly T[]) => readonly T[]): void {
    changes.current++
    items.value = edit(items.value ?? [])
  }
  return {
    items,
    change,
    drop(gone, message) {
      focusSection()
      change((now) => now.filter(({ id }) => id !== gone.id))
      announce(message)
    },
    failure: (
      <>
        <Trouble of={trouble} />
        {trouble !== undefined && (
          <button type="button" aria-disabled={busy} onClick={reload}>
            Try again
          </button>
        )}
      </>
    ),
  }
}
