import { type Signal, signal } from '@preact/signals'
import { lastUserId } from '../session.ts'
import { keep } from '../stored.ts'
import { type Column, keyOf } from './columns.ts'
import { toWire } from './ids.ts'

// What has been typed but not saved. A draft survives a reload, an expired session and a failed request.

export const newCardDraft = (column: Column) => `new.${keyOf(column)}`
export const cardDraft = (id: string) => `edit.${toWire(id)}`
export const titleDraft = (projectId: string) => `title.${toWire(projectId)}`
export const newProjectDraft = 'project'

const drafts = new Map<string, Signal<string>>()
const storageKey = (name: string) => `inboard.draft.${lastUserId()}.${name}`

export function draft(name: string): Signal<string> {
  const key = storageKey(name)
  let found = drafts.get(key)
  if (!found) {
    found = signal(localStorage.getItem(key) ?? '')
    drafts.set(key, found)
  }
  return found
}

export function write(name: string, text: string): void {
  draft(name).value = text
  keep(storageKey(name), text || null)
}

// Asks this tab's memory, not the storage: another tab that saves the same card removes its own draft there.
export const hasDraft = (name: string) => draft(name).value !== ''

export function discard(name: string): void {
  drafts.delete(storageKey(name))
  keep(storageKey(name), null)
}

/** Moves a draft to another name, after what is already there. True if there was one. */
export function carry(from: string, to: string): boolean {
  if (from === to || !hasDraft(from)) return false
  write(to, [draft(to).value, draft(from).value].filter(Boolean).join('\n'))
  discard(from)
  return true
}
