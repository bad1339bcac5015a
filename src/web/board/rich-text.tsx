import { useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { type Inline, plain } from '../../board/text/inline.ts'
import { type Due, type Step, titleOf } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'
import { hasKeyboard } from '../device/touch.ts'
import { briefly, dueWords, everyWords, plainTitle, quoted, readPlain } from '../model/wording.ts'
import { showElement } from '../navigation/scrolling.ts'
import { Icon } from '../parts/icons.tsx'
import { openDatePicker, searchFor } from '../state/dialogs.ts'
import { elementOf } from '../state/focus.ts'
import { type Block, format, type Item } from './format.ts'
import '../styles/rich.css'
import type { ButtonHTMLAttributes, ComponentChildren, TargetedMouseEvent } from 'preact'
import { find } from '../../board/columns.ts'
import { offerUndo } from '../actions/undo.ts'
import { ticked } from '../model/text-changes.ts'
import { today } from '../state/page-cards.ts'
import { commit, foreseen } from '../sync/commit.ts'

readPlain.value = plain

interface RichTextProps {
  card: Card
  tabIndex: number
  /** Before the title. */
  children: ComponentChildren
}

/** A text that may have notes, marks, links, or more lines than the board shows. */
export function RichText({ card, tabIndex, children }: RichTextProps) {
  const { id, text } = card
  const element = useRef<HTMLDivElement>(null)
  const shown = useSignal<'whole' | 'cut off' | 'as it fits'>('as it fits')
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
  // A finger that means the title would hit the chips below it: there they are pressed in the card's sheet.
  const use = usesOf(card, tabIndex, hasKeyboard.value)
  return (
    <>
      <div ref={element} class={isWhole ? 'rich text whole' : 'rich text'} onFocusIn={reveal}>
        <Parts card={card} use={use} isCutOff={shown.value === 'cut off'}>
          {children}
        </Parts>
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

/** The whole text. It may scroll, so the keyboard must reach it. */
export const WholeText = ({ card }: { card: Card }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it can be scrolled
  <div class="rich text whole" tabIndex={0}>
    <Parts card={card} use={usesOf(card, 0)} />
  </div>
)

/** Long titles are not bold: several lines of bold text are hard to read. */
const longest = 160

interface PartsProps {
  card: Card
  use: Use
  /** Whether steps may be out of sight. */
  isCutOff?: boolean
  children?: ComponentChildren
}

function Parts({ card: { id, text, complete }, use, isCutOff = false, children }: PartsProps) {
  const { title, step, gap, notes, due, every, labels, steps } = useMemo(() => format(text), [text])
  const hasCount = isCutOff && steps.length > 0
  return (
    <>
      <span
        class={titleOf(text).length > longest ? 'card-title long' : 'card-title'}
        id={`title-${id}`}
        dir="auto"
      >
        {children}
        {step && <StepBox step={step} use={use} />}
        {drawn(title, use)}
      </span>
      {gap}
      {notes.length > 0 && (
        <div class="notes" dir="auto">
          {drawnBlocks(notes, use)}
        </div>
      )}
      {(due || labels.length > 0 || hasCount) && (
        <span class="marks" id={`marks-${id}`}>
          {due && <DueChip isOverdue={due.due.day < today.value && !complete} due={due.due} use={use} />}
          {every && (
            <span
              class="repeats"
              role="img"
              aria-label={everyWords(every.every)}
              title={everyWords(every.every)}
            >
              <Icon name="repeat" />
            </span>
          )}
          {labels.map(({ name, folded }) => (
            <LabelChip key={folded} name={name} use={use} />
          ))}
          {hasCount && (
            <span class="quiet small">
              {steps.filter(({ done }) => done).length}/{steps.length}
              <span class="sr"> steps done</span>
            </span>
          )}
        </span>
      )}
    </>
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

interface ChipProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> {
  use: Use
  /** Not pressed without it. */
  onClick: ((event: TargetedMouseEvent<HTMLButtonElement>) => unknown) | undefined
}

const Chip = ({ use: { tabIndex }, onClick, class: name = 'chip', children, ...more }: ChipProps) =>
  onClick ? (
    <button type="button" class={name} tabIndex={tabIndex} onClick={onClick} {...more}>
      <span>{children}</span>
    </button>
  ) : (
    <span class={name}>
      <span>{children}</span>
    </span>
  )

const LabelChip = ({ name, use }: { name: string; use: Use }) => (
  <Chip use={use} title={`Search #${name}`} onClick={use.search && (() => use.search?.(name))}>
    #{name}
  </Chip>
)

const DueChip = ({ due, isOverdue, use }: { due: Due; isOverdue: boolean; use: Use }) => (
  <Chip
    class={isOverdue ? 'chip due overdue' : 'chip due'}
    use={use}
    aria-haspopup="dialog"
    onClick={use.setDate}
  >
    <span class="sr">Due </span>
    {dueWords(due, today.value)}
    {isOverdue && <span class="sr">, overdue</span>}
  </Chip>
)

/** Ticks a step of a card, or unticks it. Nothing else of the text changes. */
async function tickStepOf({ id, text: seen }: Card, step: Step, done: boolean): Promise<void> {
  const tick = (text: string) => ticked(text, { seen, step, done })
  const after = await change(id, tick)
  if (after === undefined) return
  const back = { seen: after, step: { ...step, done }, done: !done }
  const name = quoted(step.text)
  const [did, undid] = done ? ['Ticked', 'Unticked'] : ['Unticked', 'Ticked']
  offerUndo({
    items: [{ id, text: seen }],
    what: `${did} ${name}`,
    undone: `${undid} ${name}`,
    // A capital X comes back as it was.
    undo: () => change(id, (text) => (text === tick(seen) ? seen : ticked(text, back))),
    redo: () => change(id, tick),
  })
}

/** Returns the new text, unless there is nothing to change. */
async function change(id: string, by: (text: string) => string | undefined): Promise<string | undefined> {
  // Includes pending operations: a second click may come before the first is shown.
  const before = find(foreseen().columns, id)?.text
  const text = before === undefined ? undefined : by(before)
  if (before === undefined || text === undefined || text === before) return undefined
  await commit({ kind: 'edit card', id, text, before })
  return text
}

interface Use {
  tabIndex: number
  tick: (step: Step, done: boolean) => unknown
  /** Left out where chips are not pressed. */
  search?: (label: string) => unknown
  setDate?: (event: TargetedMouseEvent<HTMLButtonElement>) => unknown
}

const usesOf = (card: Card, tabIndex: number, hasChips = true): Use => ({
  tabIndex,
  tick: (step, done) => tickStepOf(card, step, done),
  ...(hasChips && {
    search: (label) => searchFor(`#${label}`),
    setDate: ({ currentTarget }) => openDatePicker([card], currentTarget),
  }),
})

const drawn = (parts: readonly Inline[], use: Use): ComponentChildren =>
  parts.map((part) => (typeof part === 'string' ? part : <Part part={part} use={use} />))

function Part({ part, use }: { part: Exclude<Inline, string>; use: Use }) {
  switch (part.is) {
    case 'emphasis':
      return <em>{drawn(part.parts, use)}</em>
    case 'strong':
      return <strong>{drawn(part.parts, use)}</strong>
    case 'code':
      return <code>{part.text}</code>
    case 'label':
      return <LabelChip name={part.name} use={use} />
    case 'link':
      return (
        <a
          href={part.url}
          target="_blank"
          rel="noopener noreferrer nofollow"
          tabIndex={use.tabIndex}
          // A URL reads from left to right wherever it stands.
          dir={part.url.endsWith(part.text) ? 'ltr' : 'auto'}
          title={part.url.endsWith(part.text) ? undefined : part.url}
          // Dragging it drags the card.
          draggable={false}
        >
          {part.text}
        </a>
      )
  }
}

const StepBox = ({ step, use: { tick, tabIndex } }: { step: Step; use: Use }) => (
  <input
    type="checkbox"
    class="tick step"
    checked={step.done}
    tabIndex={tabIndex}
    aria-label={plainTitle(step.text)}
    onChange={({ currentTarget }) => tick(step, currentTarget.checked)}
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || event.repeat) return
      event.preventDefault()
      tick(step, !step.done)
    }}
  />
)

const drawnBlocks = (blocks: readonly Block[], use: Use): ComponentChildren => {
  const [first, ...others] = blocks
  // Most notes are lines of text alone, which need no element of their own.
  if (first?.is === 'text' && others.length === 0) return drawn(first.parts, use)
  return blocks.map((block) => <BlockView block={block} use={use} />)
}

function BlockView({ block, use }: { block: Block; use: Use }) {
  switch (block.is) {
    case 'text':
      return <p>{drawn(block.parts, use)}</p>
    case 'heading':
      return (
        <p>
          <strong>{drawn(block.parts, use)}</strong>
        </p>
      )
    case 'code':
      return <pre>{block.text}</pre>
    case 'quote':
      return <blockquote>{drawnBlocks(block.blocks, use)}</blockquote>
    case 'list':
      return (
        <ul>
          {block.items.map((item) => (
            <ItemView item={item} use={use} />
          ))}
        </ul>
      )
  }
}

const ItemView = ({ item: { level, marker, step, parts }, use }: { item: Item; use: Use }) => (
  <li class={step?.done ? 'item done' : 'item'} style={level > 0 ? { '--level': `${level}` } : undefined}>
    {step ? <StepBox step={step} use={use} /> : <span class="marker">{marker}</span>}
    {drawn(parts, use)}
  </li>
)
