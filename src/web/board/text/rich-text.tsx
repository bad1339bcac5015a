import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { Card } from '../../../contract/card.ts'
import { plain } from '../../../contract/plain/inline.ts'
import { titleOf } from '../../../contract/plain/marks/marks.ts'
import { hasKeyboard } from '../../device/touch.ts'
import { searchFor } from '../../dialogs/open.ts'
import { briefly, readPlain } from '../../model/wording.ts'
import { showElement } from '../../navigation/at-rest.ts'
import { Icon } from '../../parts/icons.tsx'
import { elementOf } from '../../state/focus.ts'
import type { CardTextProps } from './card-text.tsx'
import { drawn, drawnBlocks, StepBox, type Use } from './drawn.tsx'
import { format } from './format.ts'
import { Marks } from './marks.tsx'
import { selectedMark } from './selected-mark.tsx'
import { tickStepOf } from './tick-step.ts'
import '../../styles/rich.css'

readPlain.value = plain

/** A text that may have notes, marks, links, or more lines than the board shows. */
export function RichText({ card, isSelected, tabIndex }: CardTextProps) {
  const { id, text } = card
  const element = useRef<HTMLDivElement>(null)
  const shown = useSignal<'whole' | 'cut off' | 'as it fits'>('as it fits')
  const formatted = useMemo(() => format(text), [text])
  const { title, step, gap, notes } = formatted
  const isWhole = shown.value === 'whole'
  useLayoutEffect(() => {
    const { current } = element
    if (!current || isWhole) return
    return whenResized(current, () => {
      const parts = Array.from(current.querySelectorAll('.card-title, .notes'))
      const isCutOff = parts.some((part) => part.scrollHeight > part.clientHeight + 1)
      shown.value = isCutOff ? 'cut off' : 'as it fits'
    })
  }, [text, isWhole])

  const toggle = () => {
    shown.value = isWhole ? 'cut off' : 'whole'
    requestAnimationFrame(() => showElement(elementOf(id)))
  }
  /** Unfolds the text when the keyboard reaches a link or a step in it. */
  const reveal = ({ target }: FocusEvent) => {
    if (shown.value === 'cut off' && (target as Element).matches(':is(.card-title, .notes) :focus-visible'))
      shown.value = 'whole'
  }
  const use: Use = {
    tabIndex,
    tick: (one, done) => tickStepOf(card, one, done),
    // A finger that means the title would hit the chips below it: there they are pressed in the card's sheet.
    ...(hasKeyboard.value && { search }),
  }
  return (
    <>
      <div
        ref={element}
        class={['rich text', notes.length > 0 && 'noted', isWhole && 'whole'].filter(Boolean).join(' ')}
        onFocusIn={reveal}
      >
        <span class="card-title" id={`title-${id}`} dir="auto">
          {isSelected && selectedMark}
          {step && <StepBox step={step} use={use} />}
          {drawn(title, use)}
        </span>
        {gap}
        {notes.length > 0 && (
          <div class="notes" dir="auto">
            {drawnBlocks(notes, use)}
          </div>
        )}
        <Marks card={card} formatted={formatted} use={use} isCutOff={shown.value === 'cut off'} />
      </div>
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

const search = (label: string) => searchFor(`#${label}`)

/** Long titles are not bold: several lines of bold text are hard to read. */
const longest = 160

/** The whole text. It may scroll, so the keyboard must reach it. */
export function WholeText({ card }: { card: Card }) {
  const { text } = card
  const formatted = useMemo(() => format(text), [text])
  const { title, step, gap, notes } = formatted
  const use: Use = { tabIndex: 0, tick: (one, done) => tickStepOf(card, one, done), search }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled
    <div class="rich text whole" tabIndex={0}>
      <span class={titleOf(text).length > longest ? 'card-title long' : 'card-title'} dir="auto">
        {step && <StepBox step={step} use={use} />}
        {drawn(title, use)}
      </span>
      {gap}
      <div class="notes" dir="auto">
        {drawnBlocks(notes, use)}
      </div>
      <Marks card={card} formatted={formatted} use={use} isCutOff={false} />
    </div>
  )
}

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
