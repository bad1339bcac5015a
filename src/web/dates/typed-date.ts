import type { TypedDate } from '../../board/text/typed-dates.ts'
import { today } from '../state/page-cards.ts'
import { dates } from './lazy.ts'

interface Found {
  typed: TypedDate
  words: string
  /** The text with marks in the place of the words. */
  entered: string
}

/** The date, if any, in the words that the first line of a text ends with. */
export function typedDateIn(text: string): Found | undefined {
  const { value: read } = dates
  const typed = read?.typedDate(text, today.value)
  if (!read || !typed) return undefined
  return { typed, words: text.slice(typed.start, typed.end), entered: read.enterTypedDate(text, typed) }
}
