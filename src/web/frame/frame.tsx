import { useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { PasskeyOffer } from '../account/passkey-offer.tsx'
import { BoardPage } from '../board/board-page.tsx'
import { InboxPage } from '../board/inbox-page.tsx'
import { SelectionBar } from '../board/selection-bar.tsx'
import { Dialogs } from '../dialogs/dialogs.tsx'
import { open } from '../dialogs/open.ts'
import { Icon, Wordmark } from '../icons.tsx'
import { later } from '../later.tsx'
import { OutboxMark } from '../outbox/mark.tsx'
import { SendingProgress } from '../outbox/progress.tsx'
import { announceStanding } from '../outbox/standing.ts'
import { tellUnkept } from '../outbox/unkept.ts'
import { follow, page } from '../route.ts'
import { lastUserId } from '../session.ts'
import { listenForShortcuts } from '../shortcuts.ts'
import { columns } from '../state/changes.ts'
import { cursor, keepFocus } from '../state/focus.ts'
import { announce, dismissAll } from '../state/notices.ts'
import { findProject } from '../state/projects.ts'
import { rescueDrafts } from '../state/rescued-drafts.ts'
import { clearSelection } from '../state/selection.ts'
import { shownProject, tabStop } from '../state/shown.ts'
import { startSync } from '../sync/sync.ts'
import { closeDrawer, drawer, openDrawer } from './drawer.ts'
import { Sidebar } from './sidebar.tsx'
import { SignedIn } from './signed-in.tsx'
import { UpdateOffer } from './update-offer.tsx'

const SettingsPage = later(async () => (await import('../account/settings.tsx')).SettingsPage)
const BinPage = later(async () => (await import('../bin/bin-page.tsx')).BinPage)

/** The sidebar, the dialogs and the current page, for somebody who is signed in. */
export function Frame() {
  const shown = page.value
  useLayoutEffect(() => {
    const id = lastUserId()
    const ends = [
      listenForShortcuts(),
      rescueDrafts(),
      announceStanding(),
      tellUnkept(),
      // A message may quote a card, and offer to undo what was done to it.
      dismissAll,
      ...(id ? [startSync(id)] : []),
    ]
    return () => ends.map((end) => end())
  }, [])
  useSignalEffect(() => {
    columns.value
    keepFocus(() => tabStop.value)
  })
  const isFirst = useRef(true)
  // A new page: in the same drawing, before anything on it takes the focus.
  useLayoutEffect(() => {
    const wasOpen = drawer.value
    cursor.value = undefined
    closeDrawer()
    clearSelection()
    if (!isFirst.current) requestAnimationFrame(() => focusPage(wasOpen))
    isFirst.current = false
  }, [shown.name, shownProject.value])

  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the cards
      </a>
      <header class="bar">
        <button
          type="button"
          class="icon"
          aria-label="Inbox and projects"
          aria-expanded={drawer.value}
          aria-controls="sidebar"
          onClick={drawer.value ? closeDrawer : openDrawer}
        >
          <Icon name={drawer.value ? 'close' : 'menu'} />
        </button>
        <div>
          <Wordmark />
          <SignedIn />
        </div>
        <OutboxMark />
        <button type="button" class="icon" aria-label="Search" onClick={() => open('palette')}>
          <Icon name="search" />
        </button>
      </header>
      <Sidebar />
      {drawer.value && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button above
        // biome-ignore lint/a11y/noStaticElementInteractions: only for a finger beside the drawer
        <div class="shade" onClick={closeDrawer} />
      )}
      <main id="main" tabIndex={-1} inert={drawer.value}>
        <SendingProgress />
        <Title />
        {shown.name === 'inbox' && <InboxPage />}
        {shown.name === 'project' && <BoardPage key={shown.projectId} projectId={shown.projectId} />}
        {shown.name === 'settings' && <SettingsPage />}
        {shown.name === 'bin' && <BinPage />}
        {shown.name === 'nothing' && (
          <div class="nothing">
            <h1>There is nothing here</h1>
            <a href="/" onClick={follow}>
              Go to your inbox
            </a>
          </div>
        )}
        <SelectionBar />
        {shown.name !== 'settings' && <PasskeyOffer />}
        <UpdateOffer />
      </main>
      <Dialogs />
    </div>
  )
}

/** After a shortcut, or from the drawer that is closed now, nothing on the new page has the focus. */
function focusPage(isForced: boolean): void {
  if (isForced || document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

const titles = {
  inbox: 'Inbox',
  bin: 'Bin',
  settings: 'Settings',
  link: 'Your link',
  share: 'Add to your inbox?',
  nothing: 'Nothing here',
}

/** Sets the title of the browser's tab. */
function Title() {
  const shown = page.value
  const name = shown.name === 'project' ? findProject(shown.projectId)?.title : titles[shown.name]
  const before = useRef(name)
  useLayoutEffect(() => {
    document.title = name ? `${name} · Inboard` : 'Inboard'
    // Screen readers read a title only when a page is loaded, not when a script changes it.
    if (name && before.current && name !== before.current) announce(name)
    before.current = name ?? before.current
  }, [name])
  return null
}
