import { useLayoutEffect } from 'preact/hooks'
import { inbox } from '../state/columns.ts'
import { ColumnView } from './column.tsx'
import { composerId } from './composer.tsx'
import { Loaded } from './loading.tsx'

export function InboxPage() {
  return (
    <div class="inbox">
      <header class="head">
        <h1>Inbox</h1>
      </header>
      <Loaded projectId={null}>
        <ColumnView column={inbox}>
          <p>
            <b>Nothing waits for you.</b>
          </p>
          <p>
            Capture whatever comes to mind below
            <span class="by-key">
              : type, press <kbd>Enter</kbd>, type the next
            </span>
            . Later,{' '}
            <span class="by-key">
              drag cards to a project, or press <kbd>m</kbd>
            </span>
            <span class="by-finger">tap a card to move it to a project, or hold it and drag</span>.
          </p>
        </ColumnView>
        <ComposeAtOnce />
      </Loaded>
    </div>
  )
}

/** For the shortcut “New card” of the installed app: see inboard.webmanifest. */
function ComposeAtOnce() {
  useLayoutEffect(() => {
    if (!new URLSearchParams(location.search).has('new')) return
    history.replaceState(null, '', location.pathname)
    document.getElementById(composerId(inbox))?.focus()
  }, [])
  return null
}
