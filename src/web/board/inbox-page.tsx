import { useLayoutEffect } from 'preact/hooks'
import { inbox, keyOf } from '../../client/board/columns.ts'
import { mayFocusAtStart } from '../device/touch.ts'
import { dialog } from '../dialogs/open.ts'
import { PageHead } from '../frame/page-head.tsx'
import { Empty } from '../parts/empty.tsx'
import { drawnIn } from '../state/drawn.ts'
import { ColumnActions, ColumnView } from './column.tsx'
import { ClearCompleted } from './completed/clear-completed.tsx'
import { ShowCompleted } from './completed/show-completed.tsx'
import { composerId } from './composer.tsx'
import { FilterButton, FilterField } from './filter/filter-field.tsx'
import { Loaded } from './loading.tsx'

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
