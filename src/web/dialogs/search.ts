import { fold } from '../../board/text/fold.ts'
import { readMarks } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'
import { foldedText, hasWords } from '../model/matching.ts'
import type { Choice } from './picker.tsx'

const recentAtMost = 6

/** Finds the choices with all words. A label that some card has finds the cards with that label alone. */
export function search(choices: readonly Choice[], words: readonly string[]): readonly Choice[] {
  const labels = words.filter(
    (word) => word.startsWith('#') && choices.some(({ card }) => card && hasLabel(card, word)),
  )
  return choices.filter(
    (one) => isFound(one, words) && labels.every((label) => !one.card || hasLabel(one.card, label)),
  )
}

const labels = new WeakMap<Card, ReadonlySet<string>>()

/** The label is folded, with its `#`. Only the marks of cards that have its letters are read. */
function hasLabel(card: Card, label: string): boolean {
  if (!foldedText(card).includes(label)) return false
  const own = labels.get(card) ?? new Set(readMarks(card.text).labels.map(({ folded }) => `#${folded}`))
  labels.set(card, own)
  return own.has(label)
}

/** A card is also found by the words of its place. */
const isFound = (choice: Choice, words: readonly string[]) =>
  hasWords(choice.card ? `${textOf(choice)}\n${foldedHint(choice.hint)}` : textOf(choice), words)

/** The folded text of a choice. That of a card is cached with the card: it outlives the palette. */
const textOf = (choice: Choice) => foldedText(choice.card ?? wordsOf(choice))

const texts = new WeakMap<Choice, { text: string }>()

function wordsOf(choice: Choice): { text: string } {
  const { name, hint, more } = choice
  const made = texts.get(choice) ?? { text: [name, more, hint].filter(Boolean).join('\n') }
  texts.set(choice, made)
  return made
}

let lastHint = { hint: '', folded: '' }

/** Cards of one column follow each other. */
function foldedHint(hint = ''): string {
  if (lastHint.hint !== hint) lastHint = { hint, folded: fold(hint) }
  return lastHint.folded
}

/** The best ones first. Without words, those that were opened last are. */
export function best(found: readonly Choice[], [first]: readonly string[], most: number): readonly Choice[] {
  if (first === undefined) return withoutWords(found).slice(0, most)
  const ranks: Choice[][] = []
  for (const choice of found) {
    const rank = rankOf(choice, first)
    ranks[rank] ??= []
    ranks[rank].push(choice)
  }
  return ranks.flatMap(recentFirst).slice(0, most)
}

const recencyOf = ({ recency }: Choice) => recency ?? Number.MAX_SAFE_INTEGER

const isRecent = ({ recency }: Choice) => recency !== undefined

const byRecency = (one: Choice, other: Choice) => recencyOf(one) - recencyOf(other)

const recentFirst = (choices: readonly Choice[]): readonly Choice[] => [
  ...choices.filter(isRecent).sort(byRecency),
  ...choices.filter((choice) => !isRecent(choice)),
]

function withoutWords(choices: readonly Choice[]): readonly Choice[] {
  const recent = choices.filter(isRecent).sort(byRecency).slice(0, recentAtMost)
  const others = choices.filter((choice) => !isRecent(choice) || !recent.includes(choice))
  return [...recent.map((choice) => ({ ...choice, group: 'Recent' })), ...others]
}

/** Lower is better. Completed cards come last. */
function rankOf(choice: Choice, word: string): number {
  const text = textOf(choice)
  const at = text.indexOf(word)
  const isInName = at !== -1 && !text.slice(0, at).includes('\n')
  const place = at === 0 ? 0 : !isInName ? 3 : beginsWord(text, word) ? 1 : 2
  return choice.card?.complete ? place + 4 : place
}

/** Whether a word of the name, behind the first, begins with this one. */
function beginsWord(text: string, word: string): boolean {
  const at = text.indexOf(` ${word}`)
  return at !== -1 && !text.slice(0, at).includes('\n')
}
