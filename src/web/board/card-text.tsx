import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { Icon } from '../icons.tsx'
import { elementOf } from '../state/focus.ts'
import { briefly, titleOf } from '../state/wording.ts'
import { type Part, splitLinks } from './links.ts'

interface CardTextProps {
  id: string
  text: string
  isSelected: boolean
  tabIndex: number
}

/**
 * The text of a card: its title, and its notes below. A function rather than a component, because most cards are a few
 * words, and a board has many of them: those are neither split nor measured.
 */
export const cardText = (props: CardTextProps) =>
  isPlain(props.text) ? (
    <p class="text" id={`text-${props.id}`} dir="auto">
      {props.isSelected && selectedMark}
      {props.text}
    </p>
  ) : (
    <RichText {...props} />
  )

const isPlain = (text: string) => text.length <= 80 && !/\n|https?:|mailto:/i.test(text)

// It has a direction of its own, so that it does not decide that of the text.
const selectedMark = (
  <span class="sr" dir="ltr">
    Selected:{' '}
  </span>
)

/** A text that may have notes, links, or more lines than the board shows. */
function RichText({ id, text, isSelected, tabIndex }: CardTextProps) {
  const element = useRef<HTMLParagraphElement>(null)
  const shown = useSignal<'whole' | 'cut off' | 'as it fits'>('as it fits')
  const { title, gap, notes } = useMemo(() => split(text), [text])
  const isWhole = shown.value === 'whole'
  useLayoutEffect(() => {
    const { current } = element
    if (!current || isWhole) return
    return whenResized(current, () => {
      const parts = Array.from(current.querySelectorAll('[dir="auto"]'))
      const isCutOff = parts.some((part) => part.scrollHeight > part.clientHeight + 1)
      shown.value = isCutOff ? 'cut off' : 'as it fits'
    })
  }, [text, isWhole])

  const toggle = () => {
    shown.value = isWhole ? 'cut off' : 'whole'
    requestAnimationFrame(() => elementOf(id)?.scrollIntoView({ block: 'nearest' }))
  }
  /** The keyboard gets to every link, so the text must show it. */
  const reveal = ({ target }: FocusEvent) => {
    if (shown.value === 'cut off' && (target as Element).matches(':focus-visible')) shown.value = 'whole'
  }
  return (
    <>
      <p ref={element} class={isWhole ? 'rich text whole' : 'rich text'} id={`text-${id}`} onFocusIn={reveal}>
        {isSelected && selectedMark}
        <span class="card-title" dir="auto">
          {linked(title, tabIndex)}
        </span>
        {gap}
        {notes.length > 0 && (
          <span class="notes" dir="auto">
            {linked(notes, tabIndex)}
          </span>
        )}
      </p>
      {shown.value !== 'as it fits' && (
        <button
          type="button"
          class="icon unfold"
          tabIndex={tabIndex}
          aria-expanded={isWhole}
          aria-label={`Show all of ${briefly(text)}`}
          onClick={toggle}
        >
          <Icon name="unfold" />
        </button>
      )}
    </>
  )
}

/** More than a few lines of bold text are hard to read. */
const isLong = (title: string) => title.length > 160

/** All of a text. It scrolls where it has no room, so the keyboard must reach it. */
export function WholeText({ text }: { text: string }) {
  const { title, gap, notes } = split(text)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled
    <p class="rich text whole" tabIndex={0}>
      <span class={isLong(titleOf(text)) ? 'card-title long' : 'card-title'} dir="auto">
        {linked(title, 0)}
      </span>
      {gap}
      <span class="notes" dir="auto">
        {linked(notes, 0)}
      </span>
    </p>
  )
}

/** The title, the notes, and the line breaks between them, which are not drawn. */
function split(text: string) {
  const title = titleOf(text)
  const [gap = ''] = /^(?:[^\S\n]*\n)*/.exec(text.slice(title.length)) ?? []
  return { title: splitLinks(title), gap, notes: splitLinks(text.slice(title.length + gap.length)) }
}

const linked = (parts: readonly Part[], tabIndex: number) =>
  parts.map(({ text, isLink }) =>
    isLink ? (
      <a
        href={text}
        target="_blank"
        rel="noopener noreferrer nofollow"
        tabIndex={tabIndex}
        // A URL reads from left to right wherever it stands.
        dir="ltr"
        // Dragging it drags the card.
        draggable={false}
      >
        {text}
      </a>
    ) : (
      text
    ),
  )

const measures = new WeakMap<Element, () => void>()
const observer = new ResizeObserver((entries) => {
  for (const { target } of entries) measures.get(target)?.()
})

/** Measures an element once it is drawn, and whenever its size changes. Returns a function that stops it. */
function whenResized(element: Element, measure: () => void): () => void {
  measures.set(element, measure)
  observer.observe(element)
  return () => observer.unobserve(element)
}
