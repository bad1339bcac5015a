import { effect, untracked } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { loadNextCards } from '../actions/cards.ts'
import { forgetActions } from '../actions/undo.ts'
import { BoardPage, InboxPage } from '../board/board-page.tsx'
import { loadRich } from '../board/card-text.tsx'
import { rescueDrafts } from '../board/rescued-drafts.ts'
import { listenForKeysAndRightClicks } from '../commands/shortcuts.ts'
import { base } from '../device/base.ts'
import { loadLater, loadNewVersion, newVersion } from '../device/update.ts'
import { Dialogs, LazyBar, Menus } from '../dialogs/dialogs.tsx'
import { columns } from '../model/changes.ts'
import { follow, page } from '../navigation/route.ts'
import { announceStanding, tellUnkept } from '../outbox/status.ts'
import { Button, IconButton } from '../parts/icons.tsx'
import { afterFirstCards, lazy } from '../parts/lazy.tsx'
import { Empty, PageHead } from '../parts/page-head.tsx'
import { lastUserId } from '../session/session.ts'
import { closeDrawer, drawer, openDrawer } from '../state/drawer.ts'
import { cursor, recoverFocus } from '../state/focus.ts'
import { announce, dismissAll } from '../state/notices.ts'
import { nearest, shownCards, shownColumns, shownProject } from '../state/page-cards.ts'
import { findProject, noteUseOfPage } from '../state/projects.ts'
import { clearSelection, leaveLostSelection } from '../state/selection.ts'
import { concealElsewhere } from '../state/visible.ts'
import { isCommitting } from '../sync/commit.ts'
import { startSync } from '../sync/sync.ts'
import { Sidebar } from './sidebar.tsx'

const SettingsPage = lazy(async () => (await import('../settings/settings.tsx')).SettingsPage)
const BinPage = lazy(async () => (await import('../bin/bin-page.tsx')).BinPage)
const TodayPage = lazy(async () => (await import('../today/today-page.tsx')).TodayPage)
const LinkedCard = lazy(async () => (await import('../today/linked-card.tsx')).LinkedCard)

/** Keeps the focus on a card when cards change. Synchronously, because only now is it known who changed them. */
function watchCards(): () => void {
  let before = columns.peek()
  return effect(() => {
    shownCards.value
    const isOwnDoing = isCommitting() || before === columns.peek()
    before = columns.peek()
    requestAnimationFrame(() => {
      if (cursor.peek() !== undefined) recoverFocus(isOwnDoing ? () => nearest() : undefined)
    })
    if (!isOwnDoing) untracked(leaveLostSelection)
  })
}

/** The sidebar, the dialogs and the current page, for somebody who is signed in. */
export function Frame() {
  const shown = page.value
  useLayoutEffect(() => {
    afterFirstCards.then(loadRich)
    const id = lastUserId()
    afterFirstCards.then(loadNextCards).catch(() => {})
    const ends = [
      listenForKeysAndRightClicks(),
      rescueDrafts(),
      announceStanding(),
      watchCards(),
      tellUnkept(),
      // Messages may quote cards and offer to undo changes to them.
      dismissAll,
      forgetActions,
      ...(id ? [startSync(id)] : []),
    ]
    return () => ends.map((end) => end())
  }, [])
  const isFirst = useRef(true)
  const firstPage = useRef(shown)
  // Runs for each new page, before anything on it takes the focus.
  useLayoutEffect(() => {
    const wasOpen = drawer.value
    cursor.value = undefined
    closeDrawer()
    clearSelection()
    concealElsewhere(shownColumns.value)
    if (!isFirst.current) requestAnimationFrame(() => focusPage(wasOpen))
    isFirst.current = false
  }, [shown.name, shownProject.value])

  return (
    <div class="frame">
      <a class="skip" href="#main">
        Skip to the cards
      </a>
      <IconButton
        icon={drawer.value ? 'close' : 'menu'}
        label="Inbox and projects"
        class="drawer-button"
        aria-expanded={drawer.value}
        aria-controls="sidebar"
        onClick={drawer.value ? closeDrawer : openDrawer}
      />
      <Sidebar />
      {drawer.value && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button above
        // biome-ignore lint/a11y/noStaticElementInteractions: only for a finger beside the drawer
        <div class="shade" onClick={closeDrawer} />
      )}
      <main
        id="main"
        tabIndex={-1}
        inert={drawer.value}
        onFocusIn={({ target, currentTarget }) => target !== currentTarget && noteUseOfPage()}
      >
        <Title />
        {shown.name === 'inbox' && <InboxPage isStart={shown === firstPage.current} />}
        {shown.name === 'project' && <BoardPage key={shown.projectId} projectId={shown.projectId} />}
        {shown.name === 'today' && <TodayPage />}
        {shown.name === 'card' && <LinkedCard />}
        {shown.name === 'settings' && <SettingsPage />}
        {shown.name === 'bin' && <BinPage />}
        {shown.name === 'nothing' && (
          <>
            <PageHead />
            <Empty as="h1" title="Page not found">
              <a href={base} onClick={follow}>
                Go to your inbox
              </a>
            </Empty>
          </>
        )}
        <LazyBar name="SelectionBar" />
        {shown.name !== 'settings' && <LazyBar name="PasskeyOffer" />}
        <UpdateOffer />
        <Menus landmark="main" />
      </main>
      <Dialogs />
    </div>
  )
}

/** Focuses the new page if nothing on it has the focus, such as after a shortcut or from the drawer. */
function focusPage(isForced: boolean): void {
  if (isForced || document.activeElement === document.body)
    document.getElementById('main')?.focus({ preventScroll: true })
}

const titles = {
  inbox: 'Inbox',
  today: 'Today',
  card: 'A card',
  bin: 'Bin',
  settings: 'Settings',
  link: 'Your link',
  share: 'Add to your inbox?',
  connect: 'Connect an agent?',
  nothing: 'Page not found',
}

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

const sentence = 'Inboard has been updated. Reload to use the new version.'

const UpdateOffer = () => (newVersion.value ? <Offer /> : null)

function Offer() {
  useLayoutEffect(() => announce(sentence), [])
  const later = () => {
    document.activeElement?.closest('main')?.focus()
    loadLater()
  }
  return (
    <section class="bar offer" aria-label="Update">
      <p>{sentence}</p>
      <div>
        <Button class="link" onClick={loadNewVersion}>
          Reload
        </Button>
        <Button class="link" onClick={later}>
          Later
        </Button>
      </div>
    </section>
  )
}
