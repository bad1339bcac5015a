import { useSignalEffect } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { PasskeyOffer } from '../account/passkey-offer.tsx'
import { SettingsPage } from '../account/settings.tsx'
import { BoardPage } from '../board/board-page.tsx'
import { InboxPage } from '../board/inbox-page.tsx'
import { SelectionBar } from '../board/selection-bar.tsx'
import { tabStop } from '../board/shown.ts'
import { Dialogs } from '../dialogs/dialogs.tsx'
import { open } from '../dialogs/open.ts'
import { Icon, Wordmark } from '../icons.tsx'
import { follow, page } from '../route.ts'
import { listenForShortcuts } from '../shortcuts.ts'
import { columns } from '../state/changes.ts'
import { findProject, loadInbox, loadProjects } from '../state/places.ts'
import { clearSelection, cursor, keepFocus } from '../state/selection.ts'
import { stayFresh } from '../state/tabs.ts'
import { Connection } from './connection.tsx'
import { drawer } from './drawer.ts'
import { Sidebar } from './sidebar.tsx'

/** What surrounds every page of somebody who is signed in. */
export function Frame() {
  const shown = page.value
  useEffect(() => {
    // What fails here fails on the page as well, and is said there.
    Promise.allSettled([loadProjects(), loadInbox()])
    const ends = [listenForShortcuts(), stayFresh()]
    return () => ends.map((end) => end())
  }, [])
  useSignalEffect(() => {
    columns.value
    keepFocus(() => tabStop.value)
  })
  // At once, before anything on the new page takes the focus.
  useLayoutEffect(() => {
    cursor.value = undefined
    drawer.value = false
    clearSelection()
  }, [shown])

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
          onClick={() => {
            drawer.value = !drawer.value
          }}
        >
          <Icon name={drawer.value ? 'close' : 'menu'} />
        </button>
        <Wordmark />
        <button type="button" class="icon" aria-label="Search" onClick={() => open('palette')}>
          <Icon name="search" />
        </button>
      </header>
      <Sidebar />
      {drawer.value && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the button above
        // biome-ignore lint/a11y/noStaticElementInteractions: only for a finger beside the drawer
        <div
          class="shade"
          onClick={() => {
            drawer.value = false
          }}
        />
      )}
      <main id="main" tabIndex={-1} inert={drawer.value}>
        <Connection />
        <PasskeyOffer />
        <Title />
        {shown.name === 'inbox' && <InboxPage />}
        {shown.name === 'project' && <BoardPage projectId={shown.projectId} />}
        {shown.name === 'settings' && <SettingsPage />}
        {shown.name === 'nothing' && (
          <div class="nothing">
            <h1>There is nothing here</h1>
            <a href="/" onClick={follow}>
              Go to your inbox
            </a>
          </div>
        )}
      </main>
      <SelectionBar />
      <Dialogs />
    </div>
  )
}

const titles = { inbox: 'Inbox', settings: 'Settings', link: 'Your link', nothing: 'Nothing here' }

/** Of the browser's tab. */
function Title() {
  const shown = page.value
  const name = shown.name === 'project' ? findProject(shown.projectId)?.title : titles[shown.name]
  useEffect(() => {
    document.title = name ? `${name} · Inboard` : 'Inboard'
  }, [name])
  return null
}
