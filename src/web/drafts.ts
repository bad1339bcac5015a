import { type Signal, signal } from '@preact/signals'
import { lastUserId } from './session.ts'
import { keep } from './stored.ts'

const drafts = new Map<string, Signal<string>>()
const keyOf = (name: string) => `inboard.draft.${lastUserId()}.${name}`

/** What is being typed somewhere. It survives a reload, an expired session and a failed request. */
export function draft(name: string): Signal<string> {
  const key = keyOf(name)
  let found = drafts.get(key)
  if (!found) {
    found = signal(localStorage.getItem(key) ?? '')
    drafts.set(key, found)
  }
  return found
}

export function write(name: string, text: string): void {
  draft(name).value = text
  keep(keyOf(name), text || null)
}

// Not as the storage has it: another tab that saves the same card takes its own draft away there.
export const hasDraft = (name: string) => draft(name).value !== ''

export function discard(name: string): void {
  drafts.delete(keyOf(name))
  keep(keyOf(name), null)
}

/** To where it can still be found. True if there was anything. */
export function carry(from: string, to: string): boolean {
  if (!hasDraft(from)) return false
  write(to, [draft(to).value, draft(from).value].filter(Boolean).join('\n'))
  discard(from)
  return true
}
