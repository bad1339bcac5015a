import { signal } from '@preact/signals'
import { mayHaveMarks } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'

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

/** Draws texts with notes, marks, links or emphasis. Loaded along with the cards, which take longer. */
export const rich = signal<typeof import('./rich-text.tsx') | undefined>()

/** If it fails, because the server has a newer version by now, those texts are shown as typed. */
export async function loadRich() {
  try {
    // The build draws a `then` into what it loads, where the failure of its style sheet doesn't arrive.
    rich.value = await import('./rich-text.tsx')
  } catch {}
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
