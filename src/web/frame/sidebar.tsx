import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { cardsOf, inbox, keyOf } from '../../board/columns.ts'
import { useDrag } from '../board/drag/use-drag.ts'
import { base, below } from '../device/base.ts'
import { hasKeyboard } from '../device/touch.ts'
import { open } from '../dialogs/open.ts'
import { labelOf } from '../keyboard/key-labels.ts'
import { Menus } from '../menus/menus.tsx'
import { columns } from '../model/changes.ts'
import { count } from '../model/wording.ts'
import { follow, page, pathTo } from '../navigation/route.ts'
import { OutboxMark } from '../outbox/mark.tsx'
import { Icon, Wordmark } from '../parts/icons.tsx'
import { user } from '../session/session.ts'
import { attention } from '../state/page-cards.ts'
import {
  type ProjectOrder,
  progress,
  projectOrder,
  projectOrders,
  sortedProjects,
} from '../state/projects.ts'
import { closeDrawer, drawer, hasDrawer } from './drawer.ts'
import { NewProject } from './new-project.tsx'

export function Sidebar() {
  const list = useRef<HTMLUListElement>(null)
  useDrag((drag) => list.current && drag.scrollWhileDragging(list.current, 'vertical'), [])
  const waiting = useComputed(
    () => cardsOf(columns.value, keyOf(inbox)).filter(({ complete }) => !complete).length,
  ).value
  const shown = page.value
  return (
    <nav class={drawer.value ? 'sidebar open' : 'sidebar'} aria-label="Inbox and projects" id="sidebar">
      <a href={base} class="home" onClick={follow} aria-label="Inboard: go to the inbox">
        <Wordmark />
      </a>
      <button type="button" class="row find" onClick={() => open('palette')}>
        <Icon name="search" />
        <span class="name">Search</span>
        <kbd>{labelOf('Mod+k')}</kbd>
      </button>
      <a
        href={below('/today')}
        class="row"
        aria-current={shown.name === 'today' ? 'page' : undefined}
        onClick={(event) => {
          follow(event)
          if (shown.name === 'today') closeDrawer()
        }}
      >
        <Icon name="today" />
        <span class="name">Today</span>
        <Count of={attention.value.due.length}> due</Count>
      </a>
      <PageLink projectId={null} isShown={shown.name === 'inbox'} count={waiting} of="waiting">
        <Icon name="inbox" />
        <span class="name">Inbox</span>
      </PageLink>
      <div class="heading">
        <h2>Projects</h2>
        {(sortedProjects.value?.length ?? 0) > 1 && <SortProjects />}
      </div>
      <ul class="projects" ref={list}>
        {sortedProjects.value?.map(({ id, title }) => {
          const { all, complete } = progress.value.get(id) ?? { all: 0, complete: 0 }
          return (
            <li key={id}>
              <PageLink
                projectId={id}
                isShown={shown.name === 'project' && shown.projectId === id}
                count={all - complete}
                of={`open of ${count(all)}`}
                title={`${count(complete)} of ${count(all)} complete`}
              >
                <ProjectIcon id={id} />
                <span class="name" dir="auto">
                  {title}
                </span>
              </PageLink>
            </li>
          )
        })}
      </ul>
      {sortedProjects.value && <NewProject />}
      <Menus landmark="nav" />
      <div class="foot">
        <OutboxMark />
        <SignedIn />
        <a
          href={below('/settings')}
          class="row"
          aria-current={shown.name === 'settings' ? 'page' : undefined}
          onClick={follow}
        >
          <Icon name="settings" />
          <span class="name">Settings</span>
        </a>
        <a
          href={below('/bin')}
          class="row"
          aria-current={shown.name === 'bin' ? 'page' : undefined}
          onClick={follow}
        >
          <Icon name="trash" />
          <span class="name">Bin</span>
        </a>
        {hasKeyboard.value && (
          <button
            type="button"
            class="icon"
            aria-label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            onClick={() => open('help')}
          >
            <Icon name="keyboard" />
          </button>
        )}
      </div>
    </nav>
  )
}

interface PageLinkProps {
  projectId: string | null
  isShown: boolean
  count: number
  of: string
  title?: string
  children: ComponentChildren
}

/** Only if it is out of view: in Chromium, scrolling to an element also moves the place from which Tab goes on. */
function bringIntoList(link: Element): void {
  const [inner, outer] = [link, link.closest('ul')].map((one) => one?.getBoundingClientRect())
  if (!inner || !outer || (inner.top >= outer.top && inner.bottom <= outer.bottom)) return
  link.scrollIntoView({ block: 'nearest' })
}

/** A link to a project or to the inbox. Cards can be dropped on it. */
function PageLink({ projectId, isShown, count, of, title, children }: PageLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const isOver = useSignal(false)
  useDrag(
    (drag) =>
      link.current &&
      drag.dropOnLink(link.current, projectId, (now) => {
        isOver.value = now
      }),
    [projectId],
  )
  const isInView = isShown && (!hasDrawer() || drawer.value)
  const order = sortedProjects.value
  useLayoutEffect(() => {
    if (isInView && link.current) bringIntoList(link.current)
  }, [isInView, order])
  return (
    <a
      ref={link}
      href={below(pathTo(projectId))}
      data-project={projectId}
      class={isOver.value ? 'row over' : 'row'}
      aria-current={isShown ? 'page' : undefined}
      onClick={(event) => {
        follow(event)
        if (isShown) closeDrawer()
      }}
    >
      {children}
      <Count of={count} title={title}>
        {' '}
        {of}
      </Count>
    </a>
  )
}

interface CountProps {
  of: number
  title?: string | undefined
  /** What is counted, for screen readers. */
  children: ComponentChildren
}

const Count = ({ of, title, children }: CountProps) =>
  of > 0 ? (
    <span class="count" title={title}>
      {count(of)}
      <span class="sr">{children}</span>
    </span>
  ) : null

const hues = 12

/** A small board in a colour of its own, the same on every device. */
const ProjectIcon = ({ id }: { id: string }) => (
  <span class="project" style={{ '--hue': (Number.parseInt(id.slice(-4), 16) % hues) * (360 / hues) }}>
    <Icon name="board" />
  </span>
)

/** On every page: whoever has more than one account must see in which one they are. */
const SignedIn = () => (
  <p class="signed-in">
    <span class="sr">Signed in as </span>
    {user.value?.email}
  </p>
)

const orders = Object.keys(projectOrders) as ProjectOrder[]

/** Goes from one order of the projects to the next. */
function SortProjects() {
  const words = projectOrders[projectOrder.value]
  return (
    <button
      type="button"
      class="sort"
      aria-label={`Sort projects: by ${words}`}
      title="Sort projects"
      onClick={() => {
        projectOrder.value = orders[(orders.indexOf(projectOrder.value) + 1) % orders.length] ?? 'created'
      }}
    >
      By {words}
    </button>
  )
}
