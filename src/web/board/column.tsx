import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { type Column, cardsOf, keyOf } from '../../board/columns.ts'
import { openColumnMenu } from '../menus/open.ts'
import { columns } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { Icon } from '../parts/icons.tsx'
import { focusCard } from '../state/focus.ts'
import { withStray } from '../state/page-cards.ts'
import { isLast, nameOf } from '../state/projects.ts'
import { drawnIn, fold, showCompleted, unfold } from '../state/visible.ts'
import { CardView } from './card.tsx'
import { ClearCompleted } from './completed/clear-completed.tsx'
import { Composer } from './composer.tsx'
import { target } from './drag/drag-state.ts'
import { useDrag } from './drag/use-drag.ts'
import { usePlace } from './drag/use-place.ts'

/** A column with its cards and the field to add more. `children` are shown while it is empty. */
export function ColumnView({ column, children }: { column: Column; children?: ComponentChildren }) {
  const key = keyOf(column)
  const lane = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { cards: drawn, open, completed, hidden } = drawnIn(column).value
  const cards = withStray(key, drawn)

  useDrag(
    (drag) => lane.current && scroller.current && drag.dropOnColumn(lane.current, scroller.current, column),
    [key],
  )
  usePlace(scroller, key)

  const name = nameOf(column)
  const last = isLast(column)
  const hasOpen = last && open > 0
  return (
    <div class="lane" ref={lane}>
      <section class="column" aria-label={name}>
        {column.project_id && (
          <header data-column={key}>
            <h2>
              {name}{' '}
              <span class="quiet">
                {hasOpen && `${count(open)} open`}
                {hasOpen && completed > 0 && ' · '}
                {(!hasOpen || completed > 0) && (
                  <>
                    {count(last ? completed : open)}
                    <span class="sr">{last ? ' completed' : open === 1 ? ' card' : ' cards'}</span>
                  </>
                )}
              </span>
            </h2>
            <ClearCompleted column={column} />
            <ColumnActions column={column} />
          </header>
        )}
        <div class="list" ref={scroller}>
          <ul class="cards">
            {cards.map((card) => (
              <CardView key={card.id} card={card} />
            ))}
          </ul>
          <HiddenCards column={column} />
          {cards.length + hidden === 0 && children}
          <DropPlace columnKey={key} />
        </div>
        <Composer column={column} />
      </section>
    </div>
  )
}

export const ColumnActions = ({ column }: { column: Column }) => (
  <button
    type="button"
    class="icon column-actions"
    aria-label={`Column actions for ${nameOf(column)}`}
    aria-haspopup="menu"
    aria-expanded={false}
    onClick={({ currentTarget }) => openColumnMenu(keyOf(column), currentTarget)}
  >
    <Icon name="more" />
  </button>
)

/** Where a dragged card would go. */
function DropPlace({ columnKey }: { columnKey: string }) {
  const place = useComputed(() => (target.value?.key === columnKey ? target.value : undefined)).value
  if (!place?.height) return null
  return <div class="drop-place" style={{ top: `${place.top}px`, height: `${place.height - 4}px` }} />
}

/** How many cards of a column are hidden, and the button that shows them. */
function HiddenCards({ column }: { column: Column }) {
  const { hidden, foldable } = drawnIn(column).value
  if (hidden === 0 && foldable === 0) return null
  return (
    <button
      type="button"
      class="hidden-cards quiet"
      aria-expanded={hidden === 0}
      onClick={() => (hidden > 0 ? showAll(column) : fold(column))}
    >
      {hidden === 0 ? 'Show fewer' : `${count(hidden)} ${showCompleted.value ? 'more' : 'completed'}`}
    </button>
  )
}

/** The keyboard goes on with the first card that was hidden. */
function showAll(column: Column): void {
  const drawn = new Set(drawnIn(column).value.cards)
  unfold(column)
  focusCard(cardsOf(columns.value, keyOf(column)).find((card) => !drawn.has(card))?.id)
}
