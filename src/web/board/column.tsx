import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { columns } from '../state/changes.ts'
import { cardsOf, keyOf, type Place } from '../state/columns.ts'
import { nameOf } from '../state/places.ts'
import { CardView } from './card.tsx'
import { Composer } from './composer.tsx'
import { target } from './drag-state.ts'
import { useDrag } from './use-drag.ts'

/** A list of cards, with a place to add one. The inbox is a column too, and says so itself. */
export function Column({ place, children }: { place: Place; children?: preact.ComponentChildren }) {
  const key = keyOf(place)
  const lane = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const cards = useComputed(() => cardsOf(columns.value, key)).value

  useDrag(
    (drag) => lane.current && scroller.current && drag.dropOnColumn(lane.current, scroller.current, place),
    [key],
  )

  const name = nameOf(place)
  return (
    <div class="lane" ref={lane}>
      <section class="column" aria-label={name}>
        {place.project_id && (
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
          <DropLine list={key} />
        </div>
        <Composer place={place} />
      </section>
    </div>
  )
}

function DropLine({ list }: { list: string }) {
  const top = useComputed(() => (target.value?.key === list ? target.value.top : undefined)).value
  return top === undefined ? null : <div class="drop-line" style={{ top: `${top}px` }} />
}
