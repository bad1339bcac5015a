import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { briefly, titleOf } from '../model/wording.ts'
import { showElement } from '../navigation/at-rest.ts'
import { Icon } from '../parts/icons.tsx'
import { elementOf } from '../state/focus.ts'
import { type Part, splitLinks, urlOf } from './links.ts'

interface CardTextProps {
  id: string
  text: string
  isSelected: boolean
  tabIndex: number
}

/**
 * The title and notes of a card. A function rather than a component, for speed: most cards are a few words, which are neither
 * split nor measured.
 */
export const cardText = (props: CardTextProps) =>
  isPlain(props.text) ? (
    <p class="text" id={`title-${props.id}`} dir="auto">
      {props.isSelected && selectedMark}
      {props.text}
    </p>
  ) : (
    <RichText {...props} />
  )

/** No more than 80 characters on one line, none of which may belong to a link. */
const isPlain = (text: string) => text.length <= 80 && !/\n|https?:|www\.|@/i.test(text)

// Has its own direction, so that it does not determine that of the text.
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
    requestAnimationFrame(() => showElement(elementOf(id)))
  }
  /** Unfolds the text when the keyboard reaches a link in it. */
  const reveal = ({ target }: FocusEvent) => {
    if (shown.value === 'cut off' && (target as Element).matches(':focus-visible')) shown.value = 'whole'
  }
  return (
    <>
      <p
        ref={element}
        class={['rich text', notes.length > 0 && 'noted', isWhole && 'whole'].filter(Boolean).join(' ')}
        onFocusIn={reveal}
      >
        <span class="card-title" id={`title-${id}`} dir="auto">
          {isSelected && selectedMark}
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

/** Long titles are not bold: several lines of bold text are hard to read. */
const isLong = (title: string) => title.length > 160

/** The whole text. It may scroll, so the keyboard must reach it. */
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

/** The title, the notes, and the blank lines between them, which are not shown. */
function split(text: string) {
  const title = titleOf(text)
  const [gap = ''] = /^(?:[^\S\n]*\n)*/.exec(text.slice(title.length)) ?? []
  return { title: splitLinks(title), gap, notes: splitLinks(text.slice(title.length + gap.length)) }
}

const linked = (parts: readonly Part[], tabIndex: number) =>
  parts.map(({ text, isLink }) =>
    isLink ? (
      <a
        href={urlOf(text)}
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

/** Measures an element once it is rendered and whenever its size changes. Returns a function that stops it. */
function whenResized(element: Element, measure: () => void): () => void {
  measures.set(element, measure)
  observer.observe(element)
  return () => observer.unobserve(element)
}
