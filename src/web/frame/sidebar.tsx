import { useComputed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Project } from '../../contract/project.ts'
import { useDrag } from '../board/drag/use-drag.ts'
import { NewProject } from '../board/new-project.tsx'
import { base, below } from '../device/base.ts'
import { labelOf } from '../device/keys.ts'
import { hasKeyboard } from '../device/touch.ts'
import { Menus } from '../dialogs/dialogs.tsx'
import { count } from '../model/wording.ts'
import { follow, page, pathTo } from '../navigation/route.ts'
import { OutboxMark } from '../outbox/mark.tsx'
import { Button, Icon, IconButton, type IconName, Wordmark } from '../parts/icons.tsx'
import { user } from '../session/session.ts'
import { open as openDialog } from '../state/dialogs.ts'
import { closeDrawer, drawer, hasDrawer } from '../state/drawer.ts'
import { attention } from '../state/page-cards.ts'
import { countCards, type ProjectOrder, projectOrder, sortedProjects } from '../state/projects.ts'

export function Sidebar() {
  const list = useRef<HTMLUListElement>(null)
  useDrag((drag) => list.current && drag.scrollWhileDragging(list.current, 'vertical'), [])
  const waiting = useComputed(() => openIn(null)).value
  const due = useComputed(() => attention.value.due.length).value
  const shown = page.value
  return (
    <nav class={drawer.value ? 'sidebar open' : 'sidebar'} aria-label="Inbox and projects" id="sidebar">
      <a href={base} class="bar home" onClick={follow} aria-label="Inboard: go to the inbox">
        <Wordmark />
      </a>
      <Button class="bar row find" onClick={() => openDialog('palette')}>
        <Icon name="search" />
        <span class="name">Search</span>
        <kbd>{labelOf('Mod+k')}</kbd>
      </Button>
      <Place name="Today" to="today" icon="today">
        <Count of={due}> due</Count>
      </Place>
      <PageLink
        projectId={null}
        isShown={shown.name === 'inbox'}
        count={waiting}
        of={waiting === 1 ? 'card' : 'cards'}
      >
        <Icon name="inbox" />
        <span class="name">Inbox</span>
      </PageLink>
      <div class="bar heading">
        <h2>Projects</h2>
        {(sortedProjects.value?.length ?? 0) > 1 && <SortProjects />}
      </div>
      <ul class="projects" ref={list}>
        {sortedProjects.value?.map((project) => (
          <li key={project.id}>
            <ProjectLink
              project={project}
              isShown={shown.name === 'project' && shown.projectId === project.id}
            />
          </li>
        ))}
      </ul>
      {sortedProjects.value && <NewProject />}
      <Menus landmark="nav" />
      <div class="bar foot">
        <OutboxMark />
        {/* For people with more than one account. */}
        <p class="signed-in quiet small">
          <span class="sr">Signed in as </span>
          {user.value?.email}
        </p>
        <Place name="Settings" to="settings" icon="settings" />
        <Place name="Bin" to="bin" icon="trash" />
        {hasKeyboard.value && (
          <IconButton
            icon="keyboard"
            label="Keyboard shortcuts"
            title="Keyboard shortcuts"
            onClick={() => openDialog('help')}
          />
        )}
      </div>
    </nav>
  )
}

function openIn(projectId: string | null): number {
  const { all, complete } = countCards(projectId)
  return all - complete
}

function ProjectLink({ project: { id, title }, isShown }: { project: Project; isShown: boolean }) {
  const all = useComputed(() => countCards(id).all).value
  const open = useComputed(() => openIn(id)).value
  return (
    <PageLink
      projectId={id}
      isShown={isShown}
      count={open}
      of={`of ${count(all)} open`}
      title={`${count(all - open)} of ${count(all)} complete`}
    >
      <ProjectIcon id={id} />
      <span class="name" dir="auto">
        {title}
      </span>
    </PageLink>
  )
}

interface PlaceProps {
  name: string
  to: 'today' | 'settings' | 'bin'
  icon: IconName
  children?: ComponentChildren
}

function Place({ name, to, icon, children }: PlaceProps) {
  const isShown = page.value.name === to
  return (
    <a
      href={below(`/${to}`)}
      class="bar row"
      aria-current={isShown ? 'page' : undefined}
      onClick={(event) => {
        follow(event)
        // Another page closes it, and takes the focus from it.
        if (isShown) closeDrawer()
      }}
    >
      <Icon name={icon} />
      <span class="name">{name}</span>
      {children}
    </a>
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

/** Scrolls only if the link is hidden: in Chromium, scrolling to an element also moves the start of Tab. */
function bringIntoList(link: Element): void {
  const [inner, outer] = [link, link.closest('ul')].map((one) => one?.getBoundingClientRect())
  if (!inner || !outer || (inner.top >= outer.top && inner.bottom <= outer.bottom)) return
  link.scrollIntoView({ block: 'nearest' })
}

/** A link to a project or to the inbox. Cards can be dropped on it. */
function PageLink({ projectId, isShown, count, of, title, children }: PageLinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  const [isOver, setOver] = useState(false)
  useDrag((drag) => link.current && drag.dropOnLink(link.current, projectId, setOver), [projectId])
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
      class={isOver ? 'bar row over' : 'bar row'}
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
  /** The noun, for screen readers. */
  children: ComponentChildren
}

const Count = ({ of, title, children }: CountProps) =>
  of > 0 ? (
    <span class="count quiet small" title={title}>
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

const orders = { created: 'Oldest first', name: 'A–Z', used: 'Recently used' }
const inTurn = Object.keys(orders) as ProjectOrder[]

/** Goes from one order of the projects to the next. */
function SortProjects() {
  const words = orders[projectOrder.value]
  return (
    <Button
      class="plain"
      aria-label={`Sort projects: ${words}`}
      title="Sort projects"
      onClick={() => {
        projectOrder.value = inTurn[(inTurn.indexOf(projectOrder.value) + 1) % inTurn.length] ?? 'created'
      }}
    >
      {words}
    </Button>
  )
}
