import { useComputed, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useDrag } from '../board/use-drag.ts'
import { open } from '../dialogs/open.ts'
import { Icon, Wordmark } from '../icons.tsx'
import { OutboxMark } from '../outbox/mark.tsx'
import { follow, page, pathTo } from '../route.ts'
import { labelOf } from '../shortcuts.ts'
import { columns } from '../state/changes.ts'
import { cardsOf, inbox, keyOf } from '../state/columns.ts'
import { progress, projects } from '../state/projects.ts'
import { hasKeyboard } from '../touch.ts'
import { closeDrawer, drawer } from './drawer.ts'
import { NewProject } from './new-project.tsx'
import { Ring } from './ring.tsx'
import { SignedIn } from './signed-in.tsx'

export function Sidebar() {
  const nav = useRef<HTMLElement>(null)
  useDrag((drag) => nav.current && drag.scrollWhileDragging(nav.current, 'vertical'), [])
  const waiting = useComputed(
    () => cardsOf(columns.value, keyOf(inbox)).filter(({ complete }) => !complete).length,
  ).value
  const shown = page.value
  return (
    <nav
      ref={nav}
      class={drawer.value ? 'sidebar open' : 'sidebar'}
      aria-label="Inbox and projects"
      id="sidebar"
    >
      <a href="/" class="home" onClick={follow} aria-label="Inboard: go to the inbox">
        <Wordmark />
      </a>
      <button type="button" class="row find" onClick={() => open('palette')}>
        <Icon name="search" />
        <span class="name">Search</span>
        <kbd>{labelOf('Mod+k')}</kbd>
      </button>
      <PageLink projectId={null} isShown={shown.name === 'inbox'} count={waiting} of="waiting">
        <Icon name="inbox" />
        <span class="name">Inbox</span>
      </PageLink>
      <h2>Projects</h2>
      <ul>
        {projects.value?.map(({ id, title }) => {
          const { all, complete } = progress.value.get(id) ?? { all: 0, complete: 0 }
          return (
            <li key={id}>
              <PageLink
                projectId={id}
                isShown={shown.name === 'project' && shown.projectId === id}
                count={all - complete}
                of={`open of ${all}`}
              >
                <Ring part={all === 0 ? 0 : complete / all} />
                <span class="name" dir="auto">
                  {title}
                </span>
              </PageLink>
            </li>
          )
        })}
      </ul>
      {projects.value && <NewProject />}
      <div class="foot">
        <OutboxMark />
        <SignedIn />
        <a
          href="/settings"
          class="row"
          aria-current={shown.name === 'settings' ? 'page' : undefined}
          onClick={follow}
        >
          <Icon name="settings" />
          <span class="name">Settings</span>
        </a>
        <a href="/bin" class="row" aria-current={shown.name === 'bin' ? 'page' : undefined} onClick={follow}>
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
  children: ComponentChildren
}

/** A link to a project or to the inbox. Cards can be dropped on it. */
function PageLink({ projectId, isShown, count, of, children }: PageLinkProps) {
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
  return (
    <a
      ref={link}
      href={pathTo(projectId)}
      class={isOver.value ? 'row over' : 'row'}
      aria-current={isShown ? 'page' : undefined}
      onClick={(event) => {
        follow(event)
        if (isShown) closeDrawer()
      }}
    >
      {children}
      {count > 0 && (
        <span class="count">
          {count}
          <span class="sr"> {of}</span>
        </span>
      )}
    </a>
  )
}
