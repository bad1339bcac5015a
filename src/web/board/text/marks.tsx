import type { Card } from '../../../contract/card.ts'
import type { Due } from '../../../contract/plain/marks/marks.ts'
import { openDatePicker } from '../../dates/open.ts'
import { dueWords, everyWords } from '../../model/due-words.ts'
import { Icon } from '../../parts/icons.tsx'
import { today } from '../../state/today.ts'
import { LabelChip, type Use } from './drawn.tsx'
import type { Formatted } from './format.ts'

interface MarksProps {
  card: Card
  formatted: Formatted
  use: Use
  /** Whether steps may be out of sight. */
  isCutOff: boolean
}

/** The marks of a card below its title: date, repetition, labels, and how many of its steps are done. */
export function Marks({ card, formatted: { due, every, labels, steps }, use, isCutOff }: MarksProps) {
  const hasCount = isCutOff && steps.length > 0
  if (!due && labels.length === 0 && !hasCount) return null
  return (
    <span class="marks" id={`marks-${card.id}`}>
      {due && <DueChip card={card} due={due.due} use={use} />}
      {every && (
        <span class="repeats" role="img" aria-label={everyWords(every.every)} title={everyWords(every.every)}>
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
  )
}

function DueChip({ card, due, use }: { card: Card; due: Due; use: Use }) {
  const isOverdue = due.day < today.value && !card.complete
  const inside = (
    <span>
      <span class="sr">Due </span>
      {dueWords(due, today.value)}
      {isOverdue && <span class="sr">, overdue</span>}
    </span>
  )
  const name = isOverdue ? 'chip due overdue' : 'chip due'
  return use.search ? (
    <button
      type="button"
      class={name}
      tabIndex={use.tabIndex}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => openDatePicker([card], currentTarget)}
    >
      {inside}
    </button>
  ) : (
    <span class={name}>{inside}</span>
  )
}
