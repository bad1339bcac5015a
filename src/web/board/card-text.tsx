import { computed, signal } from '@preact/signals'
import { mayHaveMarks } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'
import { columns } from '../model/changes.ts'

interface CardTextProps {
  card: Card
  isSelected: boolean
  tabIndex: number
}

/** Has its own direction, so that it does not determine that of the text. */
const selectedMark = (
  <span class="sr" dir="ltr">
    Selected:{' '}
  </span>
)

/** Draws texts with notes, marks, links or emphasis. Loaded as soon as a card needs it, else after the first cards. */
export const rich = signal<typeof import('./rich-text.tsx') | undefined>()

/** False while cards would be drawn as typed, only to be drawn again as they stay. */
export const canDrawCards = computed(
  () =>
    isRichTried.value || columns.value.values().every((cards) => cards.every(({ text }) => isPlain(text))),
)
const isRichTried = signal(false)
const patience = 3000

let loading: Promise<void> | undefined
export const loadRich = () => {
  loading ??= load()
  return loading
}

/** If it fails, because the server has a newer version by now, or takes long, those texts are shown as typed. */
async function load(): Promise<void> {
  const timer = setTimeout(() => {
    isRichTried.value = true
  }, patience)
  try {
    // The build draws a `then` into what it loads, where the failure of its style sheet doesn't arrive.
    rich.value = await import('./rich-text.tsx')
  } catch {}
  clearTimeout(timer)
  isRichTried.value = true
}

/**
 * The title and notes of a card. A function rather than a component, for speed: most cards are a few words, which are neither
 * split nor measured.
 */
export function cardText(props: CardTextProps) {
  const { card, tabIndex } = props
  const { id, text } = card
  const isRich = !isPlain(text)
  const Rich = isRich && rich.value?.RichText
  const mark = props.isSelected && selectedMark
  if (Rich)
    return (
      <Rich card={card} tabIndex={tabIndex}>
        {mark}
      </Rich>
    )
  return (
    <p class={isRich ? 'text typed' : 'text'} id={`title-${id}`} dir="auto">
      {mark}
      {text}
    </p>
  )
}

/** No more than 80 characters on one line, none of which may belong to a mark, a link or emphasis. */
const isPlain = (text: string) =>
  text.length <= 80 && !/[\n@*_`[]|https?:|www\./i.test(text) && !mayHaveMarks(text)
