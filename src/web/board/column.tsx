import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { columns } from '../state/changes.ts'
import { type Column, cardsOf, keyOf } from '../state/columns.ts'
import { nameOf } from '../state/projects.ts'
import { CardView } from './card.tsx'
import { Composer } from './composer.tsx'
import { target } from './drag-state.ts'
import { useDrag } from './use-drag.ts'
import { usePlace } from './use-place.ts'

/** The cards of a column and a field to add more. `children` are shown while it is empty. */
export function ColumnView({ column, children }: { column: Column; children?: ComponentChildren }) {
  const key = keyOf(column)
  const lane = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const cards = useComputed(() => cardsOf(columns.value, key)).value

  useDrag(
    (drag) => lane.current && scroller.current && drag.dropOnColumn(lane.current, scroller.current, column),
    [key],
  )
  usePlace(scroller, key)

  const name = nameOf(column)
  return (
    <div class="lane" ref={lane}>
      <section class="column" aria-label={name}>
        {column.project_id && (
          <h2>
            {name}{' '}
            <span class="quiet">
              {cards.length}
              <span class="sr">{cards.length === 1 ? ' card' : ' cards'}</span>
            </span>
          </h2>
        )}
        <div class="list" ref={scroller}>
          <ul class="cards">
            {cards.map((card) => (
              <CardView key={card.id} card={card} />
            ))}
          </ul>
          {cards.length === 0 && <div class="empty quiet">{children}</div>}
          <DropLine columnKey={key} />
        </div>
        <Composer column={column} />
      </section>
    </div>
  )
}

/** Where a dragged card would go. */
function DropLine({ columnKey }: { columnKey: string }) {
  const top = useComputed(() => (target.value?.key === columnKey ? target.value.top : undefined)).value
  return top === undefined ? null : <div class="drop-line" style={{ top: `${top}px` }} />
}
