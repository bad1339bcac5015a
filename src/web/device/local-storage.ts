import { effect, type Signal, signal } from '@preact/signals'
import { ours } from './base.ts'

/** A signal that is kept in local storage and shared by all tabs. */
export function stored<T>(name: string, initial: T): Signal<T> {
  const key = ours + name
  const read = (text: string | null): T => {
    try {
      return text === null ? initial : JSON.parse(text)
    } catch {
      return initial
    }
  }
  const value = signal(read(localStorage.getItem(key)))
  let known = value.peek()
  addEventListener('storage', (event) => {
    // The key is null when the whole storage was cleared.
    if (event.key !== key && event.key !== null) return
    // Not written back: the other tab may have stored something newer.
    known = read(event.newValue)
    value.value = known
  })
  effect(() => {
    if (value.value === known) return
    known = value.value
    keep(key, known === initial ? null : JSON.stringify(known))
  })
  return value
}

/** If storage is full or forbidden, the value lasts only as long as the page. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
}

export const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

export const theme = stored<Theme>('theme', 'system')

effect(() => {
  document.documentElement.dataset.theme = theme.value
})
