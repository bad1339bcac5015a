import { type Signal, signal } from '@preact/signals'
import { lastUserId } from '../session.ts'
import { keep } from '../stored.ts'
import { type Column, keyOf } from './columns.ts'
import { newId } from './new-id.ts'
import { openTabs, tabName } from './tab.ts'

// What has been typed but not saved. A draft survives a reload, the crash of its tab and an expired session. It belongs
// to an account and to one tab: two tabs that share a field would overwrite each other. What a closed tab has left goes
// to the next one that is opened.

export const newCardDraft = (column: Column) => `new.${keyOf(column)}`
export const cardDraft = (id: string) => `edit.${id}`
export const titleDraft = (projectId: string) => `title.${projectId}`
export const newProjectDraft = 'project'
export const captureDraft = 'capture'
/** A text that the server has refused, while it is being corrected. */
export const refusedDraft = (key: string) => `refused.${key}`

interface Draft {
  text: string
  /** The saved text that it began with. */
  before?: string | undefined
  /** The id of what is being made of it. */
  becoming?: string
}

const prefix = 'inboard.draft.'
const drafts = new Map<string, Signal<Draft>>()
const ofUser = (userId: string | undefined) => `${prefix}${userId}.`
const storageKey = (name: string) => `${ofUser(lastUserId())}${tabName()}.${name}`

function read(key: string): Draft {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{"text":""}')
  } catch {
    return { text: '' }
  }
}

function find(name: string): Signal<Draft> {
  const key = storageKey(name)
  let found = drafts.get(key)
  if (!found) {
    const stored = read(key)
    // Whether it was made before the page went, `adoptDrafts` finds out.
    found = signal(stored.becoming ? { text: '' } : stored)
    drafts.set(key, found)
  }
  return found
}

export const draft = (name: string): string => find(name).value.text
export const hasDraft = (name: string) => draft(name) !== ''
export const beforeDraft = (name: string): string | undefined => find(name).value.before

export function write(name: string, text: string, before?: string): void {
  find(name).value = { text, before }
  store(name)
}

function store(name: string): void {
  const { text, before } = find(name).value
  keep(storageKey(name), text ? JSON.stringify({ text, before }) : null)
}

export const discard = (name: string) => write(name, '')

/**
 * Empties the field at once, while `save` makes something lasting of what was in it, with this id. Until that is done the
 * draft stays stored, and if it fails, it comes back.
 */
export async function handOver(name: string, save: (id: string) => Promise<unknown>): Promise<void> {
  const given = find(name).value
  const becoming = newId()
  keep(storageKey(name), JSON.stringify({ ...given, becoming }))
  find(name).value = { text: '' }
  try {
    await save(becoming)
  } catch (error) {
    find(name).value = { ...given, text: [given.text, draft(name)].filter(Boolean).join('\n') }
    throw error
  } finally {
    store(name)
  }
}

/** Moves a draft to another name, after what is already there. True if there was one. */
export function carry(from: string, to: string): boolean {
  if (from === to || !hasDraft(from)) return false
  write(to, [draft(to), draft(from)].filter(Boolean).join('\n'))
  discard(from)
  return true
}

/** Takes over what closed tabs have left. What was made of a draft before its page went is told by `isMade`. */
export async function adoptDrafts(isMade: (id: string) => boolean): Promise<void> {
  const isOpen = await openTabs()
  for (const { key, owner, name, left } of allStored()) {
    if (owner === tabName() ? !left.becoming : isOpen(owner) || hasDraft(name)) continue
    keep(key, null)
    if (!left.becoming || !isMade(left.becoming)) write(name, left.text, left.before)
  }
}

/** How many texts of a person are stored in this browser, by any tab, that differ from what is saved. */
export const countDrafts = (userId = lastUserId()): number =>
  allStored(userId).filter(({ left }) => left.text.trim() !== '' && left.text !== left.before).length

/** The drafts of all tabs. Before version 0.8.0 they were plain text, and belonged to no tab. */
function allStored(userId = lastUserId()) {
  const start = ofUser(userId)
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(start))
  return keys.map((key) => {
    const rest = key.slice(start.length)
    const [, owner = '', name = rest] = /^([0-9a-f-]{36})\.(.*)$/.exec(rest) ?? []
    const left: Draft = owner ? read(key) : { text: localStorage.getItem(key) ?? '' }
    return { key, owner, name, left }
  })
}
