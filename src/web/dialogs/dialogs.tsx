import { useLayoutEffect } from 'preact/hooks'
import { afterFirstCards, lazy } from '../parts/lazy.tsx'
import { dialog, menu } from '../state/dialogs.ts'
import { loadedDialogs } from './loaded.ts'

// Everything that opens above the page. state/dialogs.ts says which dialog or menu is open, lazy-dialogs.tsx lists their components.

async function loadDialogs() {
  loadedDialogs.value = await import('./lazy-dialogs.tsx')
  return loadedDialogs.value
}

const OpenDialog = lazy(async () => (await loadDialogs()).OpenDialog)
const OpenMenu = lazy(async () => (await loadDialogs()).OpenMenu)

export function Dialogs() {
  useLayoutEffect(() => {
    // They must not miss the keys that follow the one that opens them, and what is typed first may be a date.
    for (const { preload } of [OpenDialog, OpenMenu]) afterFirstCards.then(preload).catch(() => {})
  }, [])
  return dialog.value ? <OpenDialog /> : null
}

/** The open menu, in the landmark of its subject. */
export const Menus = ({ landmark }: { landmark: 'main' | 'nav' }) =>
  menu.value?.anchor.closest(landmark) ? <OpenMenu /> : null

/** A bar below the page, once it is loaded: the actions for the selected cards, the offer to add a passkey. */
export function LazyBar({ name }: { name: 'SelectionBar' | 'PasskeyOffer' }) {
  const Bar = loadedDialogs.value?.[name]
  return Bar ? <Bar /> : null
}
