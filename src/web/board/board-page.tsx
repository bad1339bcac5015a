import { useLayoutEffect, useRef } from 'preact/hooks'
import { inbox, keyOf } from '../../board/columns.ts'
import { mayFocusAtStart } from '../device/touch.ts'
import { dialog } from '../dialogs/open.ts'
import { PageHead } from '../frame/page-head.tsx'
import { openProjectMenu } from '../menus/open.ts'
import { count } from '../model/wording.ts'
import { Empty } from '../parts/empty.tsx'
import { Icon } from '../parts/icons.tsx'
import { columnsOf, findProject, progress } from '../state/projects.ts'
import { drawnIn } from '../state/visible.ts'
import { ColumnActions, ColumnView } from './column.tsx'
import { ClearCompleted } from './completed/clear-completed.tsx'
import { ShowCompleted } from './completed/show-completed.tsx'
import { composerId } from './composer.tsx'
import { useDrag } from './drag/use-drag.ts'
import { usePlace } from './drag/use-place.ts'
import { FilterButton, FilterField } from './filter/filter-field.tsx'
import { Loaded } from './loading.tsx'
import { ProjectTitle } from './project-title.tsx'

const empty = [
  <Empty title="What is there to do?">
    Type it below<span class="by-key"> and press Enter</span>.
  </Empty>,
  <Empty title="Nothing in progress.">
    Drag what you are working on here<span class="by-key">, or press Shift and →</span>.
  </Empty>,
  <Empty title="Nothing done yet.">What is finished ends up here.</Empty>,
]

export function BoardPage({ projectId }: { projectId: string }) {
  const project = findProject(projectId)
  const { all, complete } = progress.value.get(projectId) ?? { all: 0, complete: 0 }
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
              <button
                type="button"
                class="icon"
                aria-label="Project actions"
                aria-haspopup="menu"
                aria-expanded={false}
                onClick={({ currentTarget }) => openProjectMenu(projectId, currentTarget)}
              >
                <Icon name="more" />
              </button>
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
  usePlace(scroller, projectId)
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

/** At the start, and for the shortcut “New card” of the installed app: see inboard.webmanifest. */
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
