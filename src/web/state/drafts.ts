import { type Signal, signal } from '@preact/signals'
import { type Column, keyOf } from '../../board/columns.ts'
import { ours } from '../device/base.ts'
import { keep } from '../device/local-storage.ts'
import { openTabs, tabName } from '../device/tab.ts'
import { newId } from '../model/operations.ts'
import { count } from '../model/wording.ts'
import { lastUserId } from '../session/session.ts'
import { notify } from './notices.ts'

// Text that was typed but not saved. A draft survives a reload, a crash and an expired session. It belongs to one account and
// one tab, because tabs sharing a draft would overwrite each other. The next tab to open adopts the drafts of closed ones.

export const newCardDraft = (column: Column) => `new.${keyOf(column)}`
export const cardDraft = (id: string) => `edit.${id}`
export const titleDraft = (projectId: string) => `title.${projectId}`
export const newProjectDraft = 'project'
export const captureDraft = 'capture'
/** A text that the server has refused, while it is being corrected. */
export const refusedDraft = (key: string) => `refused.${key}`

interface Draft {
  text: string
  /** The saved text when the person began to type. */
  before?: string | undefined
  /** Whether its lines were pasted, so that each is meant as a card. */
  pasted?: boolean | undefined
  /** The id of the card or project that it is being saved as. */
  becoming?: string
}

const prefix = `${ours}draft.`
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
    // `adoptDrafts` finds out whether it was saved before the page was closed.
    found = signal(stored.becoming ? { text: '' } : stored)
    drafts.set(key, found)
  }
  return found
}

export const draft = (name: string): string => find(name).value.text
export const hasDraft = (name: string) => draft(name) !== ''
export const beforeDraft = (name: string): string | undefined => find(name).value.before
export const isPastedDraft = (name: string): boolean => find(name).value.pasted === true

export function write(name: string, text: string, more: Pick<Draft, 'before' | 'pasted'> = {}): void {
  find(name).value = { text, ...more }
  store(name)
}

function store(name: string): void {
  const { value } = find(name)
  keep(storageKey(name), value.text ? JSON.stringify(value) : null)
  const { value: ids } = draftedCards
  const id = name.slice(cardDraft('').length)
  if (name !== cardDraft(id) || ids.has(id) === Boolean(value.text)) return
  draftedCards.value = new Set(value.text ? [...ids, id] : [...ids].filter((one) => one !== id))
}

export const discard = (name: string) => write(name, '')

/**
 * Empties the field at once, while `save` creates a card or project from the draft, under the given id. The draft stays stored
 * until that has worked, and comes back if it fails.
 */
export async function handOver(
  name: string,
  save: (id: string) => Promise<unknown>,
  becoming = newId(),
): Promise<void> {
  const given = find(name).value
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

/** Appends a draft to the one under another name. True if there was one. */
export function carry(from: string, to: string): boolean {
  if (from === to || !hasDraft(from)) return false
  const pasted = isPastedDraft(to) || isPastedDraft(from)
  write(to, [draft(to), draft(from)].filter(Boolean).join('\n'), { pasted })
  discard(from)
  return true
}

/** Whether the drafts of closed tabs are this tab's. */
export const areAdopted = signal(false)

/** Adopts the drafts of closed tabs, except those that `isMade` knows as saved. */
export async function adoptDrafts(isMade: (id: string) => boolean): Promise<void> {
  const isOpen = await openTabs()
  for (const { key, owner, name, left } of allStored()) {
    if (owner === tabName() ? !left.becoming : isOpen(owner) || hasDraft(name)) continue
    keep(key, null)
    if (!left.becoming || !isMade(left.becoming))
      write(name, left.text, { before: left.before, pasted: left.pasted })
  }
  draftedCards.value = cardsWithDrafts()
  areAdopted.value = true
}

function cardsWithDrafts(): ReadonlySet<string> {
  const ids = allStored().flatMap(({ owner, name }) => {
    const id = name.slice(cardDraft('').length)
    return owner === tabName() && name === cardDraft(id) && hasDraft(name) ? [id] : []
  })
  return new Set(ids)
}

/** The ids of the cards with a draft in this tab. */
export const draftedCards = signal(cardsWithDrafts())

/** How many unsaved texts of an account this browser stores, in all tabs. */
export const countDrafts = (userId = lastUserId()): number =>
  allStored(userId).filter(({ left }) => left.text.trim() !== '' && left.text !== left.before).length

/** The drafts of all tabs. */
function allStored(userId = lastUserId()) {
  const start = ofUser(userId)
  return Object.keys(localStorage).flatMap((key) => {
    const [, owner = '', name = ''] = /^([0-9a-f-]{36})\.(.*)$/.exec(key.slice(start.length)) ?? []
    return key.startsWith(start) && owner ? [{ key, owner, name, left: read(key) }] : []
  })
}

interface Field {
  /** The name of its draft: the message goes when that changes. */
  name?: string
  say?: ((text: string) => void) | undefined
}

/** True, with a message, if a text can't be saved. The caller leaves it in its field to be corrected. */
export function isMisfit(texts: readonly string[], longest: number, { name, say }: Field = {}): boolean {
  const text = texts.map((text) => whyNot(text, longest)).find((one) => one !== undefined)
  if (text === undefined) return false
  const refused = name && draft(name)
  if (say) say(text)
  else notify({ text, bad: true, holds: () => !name || draft(name) === refused })
  return true
}

/** In code points, as the server counts. */
export const lengthOf = (text: string) => [...text].length

function whyNot(text: string, longest: number): string | undefined {
  const excess = lengthOf(text) - longest
  if (excess > 0)
    return `Too long by ${excess === 1 ? '1 character' : `${count(excess)} characters`} (limit: ${count(longest)}).`
  const what = text.includes('\0') ? 'a NUL character' : text.isWellFormed() ? undefined : 'half a character'
  return what && `Not saved: the text contains ${what}.`
}
