import { useSignal } from '@preact/signals'
import type { JSX, RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import type { TypedDate } from '../../board/text/typed-dates.ts'
import { loadedDialogs } from '../dialogs/loaded.ts'
import { today } from '../state/page-cards.ts'

interface Found {
  typed: TypedDate
  words: string
  /** The text with marks in the place of the words. */
  entered: string
}

/** The date, if any, in the words that the first line of a text ends with. */
export function typedDateIn(text: string): Found | undefined {
  const { value: loaded } = loadedDialogs
  const typed = loaded?.typedDate(text, today.value)
  if (!loaded || !typed) return undefined
  return { typed, words: text.slice(typed.start, typed.end), entered: loaded.enterTypedDate(text, typed) }
}

interface Typing {
  /** The text as it was saved. A date that its first line ends with was not typed now. */
  before?: string
  /** False for pasted lines. */
  isTyped?: boolean
}

interface Understood {
  /** The text with marks in the place of the words, if they are meant as a date. */
  entered: string | undefined
  hint: JSX.Element | null
  /** Leaves the words that this text ends with alone. False if they were not taken for a date. */
  keepWords: (text?: string) => boolean
}

/** Reads the date at the end of what is typed in a field, and says in a hint what was understood. */
export function useTypedDate(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  { before = '', isTyped = true }: Typing = {},
): Understood {
  const kept = useSignal<string | undefined>(undefined)
  // The words kept for one card mean a date again for the next.
  useLayoutEffect(() => {
    if (text === '') kept.value = undefined
  }, [text])
  const found = isTyped ? typedDateIn(text) : undefined
  const meant = found && found.words !== (kept.value ?? typedDateIn(before)?.words) ? found : undefined
  const keepWords = (of = text) => {
    kept.value = typedDateIn(of)?.words
    return meant !== undefined
  }
  const Hint = loadedDialogs.value?.TypedDateHint
  return {
    entered: meant?.entered,
    hint: Hint && text ? <Hint field={field} typed={meant?.typed} onKeep={() => keepWords()} /> : null,
    keepWords,
  }
}
