import { type Signal, signal } from '@preact/signals'
import { user } from './session.ts'
import { keep } from './stored.ts'

const drafts = new Map<string, Signal<string>>()
const keyOf = (name: string) => `inboard.draft.${user.value?.id}.${name}`

/** What is being typed somewhere. It survives a reload, an expired session and a failed request. */
export function draft(name: string, initial = ''): Signal<string> {
  const key = keyOf(name)
  let found = drafts.get(key)
  if (!found) {
    found = signal(localStorage.getItem(key) ?? initial)
    drafts.set(key, found)
  }
  return found
}

export function write(name: string, text: string): void {
  draft(name).value = text
  keep(keyOf(name), text || null)
}

export const hasDraft = (name: string) => localStorage.getItem(keyOf(name)) !== null

export function discard(name: string): void {
  drafts.delete(keyOf(name))
  keep(keyOf(name), null)
}
