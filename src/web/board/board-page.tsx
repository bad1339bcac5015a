import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { type Column, cardsOf, inbox, keyOf } from '../../board/columns.ts'
import { mayFocusAtStart } from '../device/touch.ts'
import { columns } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { Button, MenuButton } from '../parts/icons.tsx'
import { Empty, PageHead } from '../parts/page-head.tsx'
import { dialog, openColumnMenu, openProjectMenu } from '../state/dialogs.ts'
import { focusCard } from '../state/focus.ts'
import { withStray } from '../state/page-cards.ts'
import { columnsOf, countCards, findProject, isLast, nameOf } from '../state/projects.ts'
import { drawnIn, fold, showCompleted, unfold } from '../state/visible.ts'
import { CardView } from './card.tsx'
import { ClearCompleted, ShowCompleted } from './completed.tsx'
import { Composer, composerId } from './composer.tsx'
import { useDrag } from './drag/use-drag.ts'
import { FilterButton, FilterField } from './filter.tsx'
import { Loaded } from './loading.tsx'
import { ProjectTitle } from './project-title.tsx'
import { useScrollPosition } from './use-scroll-position.ts'

const empty = [
  <Empty title="Nothing to do yet.">Add the first card below.</Empty>,
  <Empty title="Nothing in progress.">
    Drag a card here when you start on it<span class="by-key">, or press Shift →</span>.
  </Empty>,
  <Empty title="Nothing done yet.">Finished cards go here.</Empty>,
]

export function BoardPage({ projectId }: { projectId: string }) {
  const project = findProject(projectId)
  const all = useComputed(() => countCards(projectId).all).value
  const complete = useComputed(() => countCards(projectId).complete).value
  return (
    <div class="board">
      <PageHead
        title={
          // Empty at first, so that nothing jumps when the project is loaded.
          project && (
            <>
              <ProjectTitle key={projectId} project={project} />
              {all > 0 && (
                <span class="quiet small">
                  {count(complete)} of {count(all)} complete
                </span>
              )}
              <MenuButton
                label="Project actions"
                onClick={({ currentTarget }) => openProjectMenu(projectId, currentTarget)}
              />
            </>
          )
        }
      >
        {project && complete > 0 && <ShowCompleted />}
        <FilterField />
        <FilterButton />
      </PageHead>
      <Loaded projectId={projectId}>
        <Columns projectId={projectId} />
      </Loaded>
    </div>
  )
}

function Columns({ projectId }: { projectId: string }) {
  const scroller = useRef<HTMLDivElement>(null)
  useDrag((drag) => scroller.current && drag.scrollWhileDragging(scroller.current, 'horizontal'), [])
  useScrollPosition(scroller, projectId)
  return (
    <div class="columns" ref={scroller}>
      {columnsOf(projectId).map((column, index) => (
        <ColumnView key={keyOf(column)} column={column}>
          {empty[index]}
        </ColumnView>
      ))}
    </div>
  )
}

/** `isStart`: the app begins with this page. */
export function InboxPage({ isStart }: { isStart: boolean }) {
  return (
    <div class="page inbox">
      <PageHead title={<h1>Inbox</h1>} data-column={keyOf(inbox)}>
        {drawnIn(inbox).value.completed > 0 && <ShowCompleted />}
        <FilterField />
        <FilterButton />
        <ClearCompleted column={inbox} />
        <ColumnActions column={inbox} />
      </PageHead>
      <Loaded projectId={null}>
        <ColumnView column={inbox}>
          <Empty title="Your inbox is empty.">
            Capture whatever comes to mind below
            <span class="by-key">
              : type, press <kbd>Enter</kbd>, type the next
            </span>
            . Later,{' '}
            <span class="by-key">
              drag cards to a project, or press <kbd>m</kbd>
            </span>
            <span class="by-finger">tap a card to move it to a project, or hold it and drag</span>.
          </Empty>
        </ColumnView>
        <ComposeAtOnce isStart={isStart} />
      </Loaded>
    </div>
  )
}

/** Focuses the field at the start, and for the installed app’s shortcut “New card” (inboard.webmanifest). */
function ComposeAtOnce({ isStart }: { isStart: boolean }) {
  useLayoutEffect(() => {
    const isShortcut = new URLSearchParams(location.search).has('new')
    if (isShortcut) history.replaceState(null, '', location.pathname)
    // The person may have begun something else while the account was loading.
    const isIdle = document.activeElement === document.body && !dialog.value
    if (!isShortcut && !(isStart && isIdle && mayFocusAtStart())) return
    document.getElementById(composerId(inbox))?.focus()
  }, [])
  return null
}

/** A column with its cards and the field to add more. `children` are shown while it is empty. */
function ColumnView({ column, children }: { column: Column; children?: ComponentChildren }) {
  const key = keyOf(column)
  const lane = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useDrag(
    (drag) => lane.current && scroller.current && drag.dropOnColumn(lane.current, scroller.current, column),
    [key],
  )
  useScrollPosition(scroller, key)

  return (
    <div class="lane" ref={lane}>
      <section class="column" aria-label={nameOf(column)}>
        {column.project_id && <ColumnHead column={column} />}
        <div class="list" ref={scroller}>
          <Cards column={column}>{children}</Cards>
        </div>
        <Composer column={column} />
      </section>
    </div>
  )
}

function ColumnHead({ column }: { column: Column }) {
  const { open, completed } = drawnIn(column).value
  const last = isLast(column)
  const hasOpen = last && open > 0
  return (
    <header class="bar" data-column={keyOf(column)}>
      <h2>
        {nameOf(column)}{' '}
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
      {completed > 0 && <ClearCompleted column={column} />}
      <ColumnActions column={column} />
    </header>
  )
}

function Cards({ column, children }: { column: Column; children?: ComponentChildren }) {
  const { cards: drawn, hidden } = drawnIn(column).value
  const cards = withStray(keyOf(column), drawn)
  return (
    <>
      <ul class="cards">
        {cards.map((card) => (
          <CardView key={card.id} card={card} />
        ))}
      </ul>
      <HiddenCards column={column} />
      {cards.length + hidden === 0 && children}
    </>
  )
}

const ColumnActions = ({ column }: { column: Column }) => (
  <MenuButton
    label={`${nameOf(column)} actions`}
    onClick={({ currentTarget }) => openColumnMenu(keyOf(column), currentTarget)}
  />
)

function HiddenCards({ column }: { column: Column }) {
  const { hidden, foldable } = drawnIn(column).value
  if (hidden === 0 && foldable === 0) return null
  return (
    <Button
      class="plain hidden-cards"
      aria-expanded={hidden === 0}
      onClick={() => (hidden > 0 ? showAll(column) : fold(column))}
    >
      {hidden === 0 ? 'Show fewer' : `${count(hidden)} ${showCompleted.value ? 'more' : 'completed'}`}
    </Button>
  )
}

/** The keyboard goes on with the first card that was hidden. */
function showAll(column: Column): void {
  const drawn = new Set(drawnIn(column).value.cards)
  unfold(column)
  focusCard(cardsOf(columns.value, keyOf(column)).find((card) => !drawn.has(card))?.id)
}
