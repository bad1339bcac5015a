import { effect, type Signal, signal } from '@preact/signals'

const prefix = 'inboard.'

/** A value that outlives the page, and is the same in every tab. */
export function stored<T>(name: string, initial: T): Signal<T> {
  const key = prefix + name
  const read = (text: string | null): T => {
    try {
      return text === null ? initial : JSON.parse(text)
    } catch {
      return initial
    }
  }
  const value = signal(read(localStorage.getItem(key)))
  addEventListener('storage', (event) => {
    // No key: the whole storage was cleared.
    if (event.key === key || event.key === null) value.value = read(event.newValue)
  })
  let known = value.peek()
  effect(() => {
    if (value.value === known) return
    known = value.value
    keep(key, known === initial ? null : JSON.stringify(known))
  })
  return value
}

/** A full or forbidden storage costs the memory of the value, not the value. */
export function keep(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
  } catch {}
}
