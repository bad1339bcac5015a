import { computed, signal } from '@preact/signals'
import type { Card } from '../../contract/card.ts'
import { wordsIn } from '../../contract/plain/fold.ts'
import { foldedText, hasWords } from '../model/matching.ts'
import { shownCards } from './shown.ts'

/** What is typed into the filter of the page; undefined while it has none. */
export const filter = signal<string | undefined>()

const words = computed(() => wordsIn(filter.value ?? ''))

/** The drawn cards that match; undefined if nothing is filtered. */
export const matching = computed((): ReadonlySet<string> | undefined => {
  if (words.value.length === 0) return undefined
  const cards = shownCards.value.flat().filter((card) => hasWords(foldedText(card), words.value))
  return new Set(cards.map(({ id }) => id))
})

export const isDimmed = (id: string) => matching.value?.has(id) === false

/** Whether the keyboard stops at a card. */
export const isReachable = ({ id }: Card) => !isDimmed(id)

export const firstMatch = () => shownCards.value.flat().find(isReachable)?.id

export const clearFilter = () => {
  filter.value = undefined
}
