import type { BinItem } from '../contract/bin.ts'
import type { Card } from '../contract/card.ts'
import type { Project, Status } from '../contract/project.ts'

import { fold, wordsIn } from './text/fold.ts'

// How people, shells and agents name things: by text, by id, or by a few letters that stand for an id.

/** In characters. Longer texts are compared by their beginning: an account may have 8 MB of them. */
const longestName = 500
/** Fewest characters of an id. Fewer could be a word. */
const minDigits = 4

type Named =
  | Pick<Card, 'id' | 'text'>
  | Pick<Project, 'id' | 'title'>
  | Pick<Status, 'id' | 'name'>
  | Pick<BinItem, 'id' | 'text' | 'title'>

export const nameOf = (thing: Named): string => {
  const { text, title, name } = thing as { text?: string; title?: string; name?: string }
  return text ?? title ?? name ?? ''
}

/** Nothing has this name, or more than one thing has. The message lists what was perhaps meant. */
export class NameError extends Error {
  override name = 'NameError'
}

/** Normalises a name for comparison. `House/Garden` equals `House / Garden`. */
export function foldName(text: string): string {
  const name = fold(text.slice(0, longestName)).trim()
  if (!name.includes('/')) return name
  return name
    .split('/')
    .map((part) => part.trim())
    .join('/')
}

interface Index<T> {
  entries: { thing: T; name: string }[]
  byId: Map<string, T>
  byText: Map<string, T[]>
  byName: Map<string, T[]>
  byFirstLine: Map<string, T[]>
  /** Results of full scans, by name. */
  found: Map<string, T[]>
}

/** Built once per list: a call may look up ten thousand names. */
const indexes = new WeakMap<object, Index<unknown>>()

function indexOf<T extends Named>(things: readonly T[]): Index<T> {
  const known = indexes.get(things) as Index<T> | undefined
  if (known) return known
  const entries = things.map((thing) => ({ thing, name: foldName(nameOf(thing)) }))
  const group = (nameIn: (entry: { thing: T; name: string }) => string) =>
    new Map([...Map.groupBy(entries, nameIn)].map(([name, some]) => [name, some.map(({ thing }) => thing)]))
  const made = {
    entries,
    byId: new Map(things.map((thing) => [thing.id, thing])),
    byText: group(({ thing }) => nameOf(thing).trim()),
    byName: group(({ name }) => name),
    byFirstLine: group(({ name }) => (name.split('\n', 1)[0] ?? '').trimEnd()),
    found: new Map(),
  }
  indexes.set(things, made)
  return made
}

/** Finds things by a whole id or name. The first way of naming that matches anything decides. */
export function surelyNamed<T extends Named>(things: readonly T[], reference: string): T[] {
  const given = reference.trim()
  const wanted = foldName(given)
  if (wanted === '') return []
  const { byId, byText, byName } = indexOf(things)
  const exact = byId.get(given.toLowerCase())
  if (exact) return [exact]
  if (isShortId(given)) {
    const find = shortIdFinder([given])
    const short = things.filter(({ id }) => find(id).length > 0)
    if (short.length > 0) return short
  }
  return byText.get(given) ?? byName.get(wanted) ?? []
}

/** The same, and also by the first line of a text or the beginning of a name. */
export function named<T extends Named>(things: readonly T[], reference: string): T[] {
  const wanted = foldName(reference)
  if (wanted === '') return []
  const sure = surelyNamed(things, reference)
  if (sure.length > 0) return sure
  const { entries, byFirstLine, found } = indexOf(things)
  const known = byFirstLine.get(wanted) ?? found.get(wanted)
  if (known) return known
  const near = entries
    .filter(({ thing: { id }, name }) => name.startsWith(wanted) || isPartOf(id, wanted))
    .map(({ thing }) => thing)
  found.set(wanted, near)
  return near
}

/** Those that are preferred, if there are any: completing "milk" does not mean what was completed last week. */
export function preferring<T>(found: readonly T[], isPreferred: (thing: T) => boolean): readonly T[] {
  const preferred = found.filter(isPreferred)
  return preferred.length > 0 ? preferred : found
}

export const isInbox = (name: string) => ['', 'inbox'].includes(foldName(name))

/** Whether a text is the beginning or the end of an id. */
export const isPartOf = (id: string, text: string) =>
  text.length >= minDigits && /^[0-9a-f-]+$/.test(text) && (id.startsWith(text) || id.endsWith(text))

/** People paste links to cards. */
const link = /^https?:\/\/\S*\/card\/([\da-f-]{36})$/

/** The id in a link to a card; any other reference as it is. */
export const linkedId = (reference: string): string => link.exec(reference.trim())?.[1] ?? reference.trim()

export const isWholeId = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Tells which of these references `named` may take for a card, without a list of all cards. */
export function nameFinder(references: readonly string[]): (card: Pick<Card, 'id' | 'text'>) => string[] {
  const wanted = references
    .map((reference) => ({ reference, name: foldName(reference) }))
    .filter(({ name }) => name !== '')
  const byInitial = Map.groupBy(wanted, ({ name }) => name.charAt(0))
  const parts = wanted.filter(({ name }) => isPartOf(name, name))
  return ({ id, text }) => {
    // Most texts begin with another letter, so that the rest need not be folded.
    const some = byInitial.get((fold(text.slice(0, 8)).trimStart() || foldName(text)).charAt(0)) ?? []
    const name = some.length > 0 ? foldName(text) : ''
    return [
      ...some.filter((one) => name.startsWith(one.name)),
      ...parts.filter((one) => isPartOf(id, one.name)),
    ].map(({ reference }) => reference)
  }
}

/** How much a folded name has of the words of a reference. */
function likenessTo(reference: string): (name: string) => number {
  const words = [...new Set(foldName(reference).split(/\s+/))].filter((word) => word.length > 2).slice(0, 10)
  return (name) => words.reduce((sum, word) => sum + (name.includes(word) ? word.length : 0), 0)
}

/** How often a call searches all cards for suggestions. */
export const maxGuesses = 5
const guesses = new WeakMap<object, number>()

/** Cards that contain some of the words. The best matches come first. */
export function resembling<T extends Named>(things: readonly T[], reference: string, most = 8): T[] {
  const guess = (guesses.get(things) ?? 0) + 1
  guesses.set(things, guess)
  return guess > maxGuesses ? [] : bestOf(things, reference, most)
}

/** The same, however often. */
export function bestOf<T extends Named>(things: readonly T[], reference: string, most: number): T[] {
  const likeness = likenessTo(reference)
  return things
    .map((thing) => ({ thing, score: likeness(foldName(nameOf(thing))) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, most)
    .map(({ thing }) => thing)
}

/** `todo`, `to-do` and `To do` are one column. */
export function columnsNamed<T extends Pick<Status, 'id' | 'name'>>(
  statuses: readonly T[],
  reference: string,
): T[] {
  const spelt = (text: string) => foldName(text).replaceAll(/[\s_-]/g, '')
  const same = statuses.filter(({ name }) => spelt(name) === spelt(reference))
  return same.length > 0 ? same : named(statuses, reference)
}

/** In a message. */
const maxListed = 20

function only<T extends Named>(kind: string, all: readonly T[], found: readonly T[], reference: string): T {
  const [one, another] = found
  if (one && !another) return one
  const listed = (one ? found : all)
    .slice(0, maxListed)
    .map((thing) => `\n  ${probableId(thing.id, lettersOfId)} ${quoted(nameOf(thing))}`)
    .join('')
  if (one)
    throw new NameError(
      `Several ${kind}s match ${quoted(reference)}: use the letters of the one you mean.${listed}`,
    )
  throw new NameError(
    `No ${kind} matches ${quoted(reference)}${listed ? `. The ${kind}s are:${listed}` : ': there are none yet.'}`,
  )
}

export const findProject = (projects: readonly Project[], reference: string): Project =>
  only('project', projects, named(projects, reference), reference)

export const findColumn = (statuses: readonly Status[], reference: string): Status =>
  only('column', statuses, columnsNamed(statuses, reference), reference)

/** Cards whose text contains every word, also within longer words, ignoring case and accents. */
export function withWords(given: string, cards: readonly Card[]): Card[] {
  const words = wordsIn(given)
  return cards.filter(({ text }) => {
    const folded = fold(text)
    return words.length > 0 && words.every((word) => folded.includes(word))
  })
}

// Ids created one after the other begin alike, so prefixes would have to be long. A short id is the prefix of
// a hash of the id instead. Its letters don't occur in ids and, without vowels, form few words.

const letters = 'ghjkmnpqrstvwxyz'
/** Fewest letters. Ask for more to keep short ids valid while cards are added. */
export const shortest = 4
const maxLetters = 16

export const isShortId = (text: string) => new RegExp(`^[${letters}]{${shortest},${maxLetters}}$`).test(text)

/** FNV-1a with the finaliser of MurmurHash3, so that similar ids have unrelated hashes. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

const seeds = [0x811c9dc5, 0x9747b28c] as const

export function lettersOf(id: string): string {
  let own = ''
  for (const seed of seeds) {
    const value = hash(id, seed)
    for (let bits = 28; bits >= 0; bits -= 4) own += letters.charAt((value >>> bits) & 15)
  }
  return own
}

const none: readonly string[] = []

/** Tells which of these short ids are of an id. Compares numbers first, because an account has thousands of ids. */
export function shortIdFinder(wanted: readonly string[]): (id: string) => readonly string[] {
  const byStart = Map.groupBy(wanted, (one) =>
    [...one.slice(0, shortest)].reduce((start, letter) => start * 16 + letters.indexOf(letter), 0),
  )
  return (id) => {
    const some = byStart.get(hash(id, seeds[0]) >>> 16)
    if (!some) return none
    const own = lettersOf(id)
    return some.filter((one) => own.startsWith(one))
  }
}

/** Longer than in a list on a screen: an agent remembers ids for a whole conversation, while cards are added. */
export const lettersOfId = 8

/** A short id that is probably unique, for use without the list of all ids. */
export const probableId = (id: string, least = shortest) => lettersOf(id).slice(0, least)

/** The shortest unique short id of each, by id. */
export function shortIds(ids: Iterable<string>, least = shortest): Map<string, string> {
  const all = [...ids].map((id) => ({ id, own: lettersOf(id) })).sort((a, b) => (a.own < b.own ? -1 : 1))
  const shared = (one = '', other = '') => {
    let length = 0
    while (length < one.length && one[length] === other[length]) length++
    return length
  }
  return new Map(
    all.map(({ id, own }, index) => {
      const length = 1 + Math.max(shared(own, all[index - 1]?.own), shared(own, all[index + 1]?.own))
      return [id, own.slice(0, Math.max(least, length))]
    }),
  )
}

/**
 * Everything that some program treats as the end of a line. The only control character that counts as text is
 * a tab.
 */
const ends = /\r\n|[\u2028\u2029]|(?!\t)\p{Cc}/u

/** In characters: the longest text of a card. What an agent sends may be longer. */
const longest = 4000

/** Splits user text into lines, so that it cannot forge lines of our output. */
export const linesOf = (text: string): string[] => text.slice(0, longest).split(ends)

export const onOneLine = (text: string): string => linesOf(text).join(' ')

/** Does not split a character. */
export const cut = (text: string, length: number) =>
  text.length <= length ? text : `${text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')}…`

/** The first line, as something that a person wrote. */
export function quoted(text: string): string {
  const [first = '', ...rest] = linesOf(text.trim())
  return JSON.stringify(`${cut(first.trim(), 80)}${rest.length > 0 ? ' …' : ''}`)
}
