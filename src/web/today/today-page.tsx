import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import type { Card } from '../../contract/card.ts'
import { CardView } from '../board/card.tsx'
import { useDrag } from '../board/drag/use-drag.ts'
import { FilterButton, FilterField } from '../board/filter.tsx'
import { Loaded } from '../board/loading.tsx'
import { useScrollPosition } from '../board/use-scroll-position.ts'
import { count, locale } from '../model/wording.ts'
import { Button, Icon } from '../parts/icons.tsx'
import { Empty, PageHead } from '../parts/page-head.tsx'
import {
  isSoonShown,
  isStray,
  listOfToday,
  partsOfToday,
  shownCards,
  soon,
  today,
  withStray,
} from '../state/page-cards.ts'
import { findProject } from '../state/projects.ts'
import { keepTicked, letTickedLeave } from '../state/visible.ts'
import '../styles/today.css'

/** Cards of all projects that are due, soon due, or in progress. */
export function TodayPage() {
  return (
    <div class="page today">
      <PageHead
        title={
          <>
            <h1>Today</h1>
            <span class="quiet small">{inWords(today.value)}</span>
          </>
        }
      >
        <FilterField />
        <FilterButton />
      </PageHead>
      <Loaded projectId={null}>
        <Parts />
      </Loaded>
    </div>
  )
}

function Parts() {
  const scroller = useRef<HTMLDivElement>(null)
  useDrag((drag) => scroller.current && drag.scrollWhileDragging(scroller.current, 'vertical'), [])
  useScrollPosition(scroller, listOfToday)
  const [due = [], next = [], doing = []] = drawn()
  return (
    <div
      class="list"
      ref={scroller}
      onPointerMove={() => keepTicked()}
      // A finger that is lifted leaves too, and comes back.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && letTickedLeave()}
      onFocusIn={({ target }) => {
        const element = target as Element
        if (element.matches(':focus-visible'))
          letTickedLeave(element.closest<HTMLElement>('.card')?.dataset.id)
      }}
    >
      {due.length + doing.length === 0 && (
        <Empty as="h2" title="Nothing is due today.">
          Cards appear here on the day they’re due. Cards in Doing are here too.
        </Empty>
      )}
      {due.length > 0 && <Part name="Due" cards={due} />}
      {due.length === 0 && doing.length > 0 && <p class="quiet none">Nothing is due today.</p>}
      {soon.value.length > 0 && (
        <Part
          cards={next}
          name={
            <Button
              class="bar plain"
              aria-expanded={isSoonShown.value}
              onClick={() => {
                isSoonShown.value = !isSoonShown.value
              }}
            >
              Due soon <Amount of={openAmong(soon.value.map(({ card }) => card))} />
              <Icon name="unfold" />
            </Button>
          }
        />
      )}
      {doing.length > 0 && <Part name="In progress" cards={doing} />}
    </div>
  )
}

/** The cards of each part. One that is being edited stays where it was, below the one that was above it. */
function drawn(): Card[][] {
  const parts = Object.values(partsOfToday.value)
  const sets = parts.map((cards) => new Set(cards))
  const all: Card[][] = parts.map(() => [])
  let part = 0
  for (const card of withStray(listOfToday, shownCards.value[0] ?? [])) {
    if (!isStray(card.id)) part = sets.findIndex((cards) => cards.has(card))
    all[part]?.push(card)
  }
  return all
}

function Part({ name, cards }: { name: ComponentChildren; cards: readonly Card[] }) {
  return (
    <section>
      <h2>
        {name} {typeof name === 'string' && <Amount of={openAmong(cards)} />}
      </h2>
      <ul class="cards">
        {cards.map((card) => (
          <CardView key={card.id} card={card} where={placeOf(card)} />
        ))}
      </ul>
    </section>
  )
}

const openAmong = (cards: readonly Card[]) => cards.filter(({ complete }) => !complete).length

const Amount = ({ of }: { of: number }) => (
  <span class="quiet">
    {count(of)}
    <span class="sr">{of === 1 ? ' card' : ' cards'}</span>
  </span>
)

const placeOf = ({ project_id }: Card) => (project_id ? (findProject(project_id)?.title ?? '') : 'Inbox')

/** “Friday 20 November” */
const inWords = (day: string) =>
  new Date(day).toLocaleDateString(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
