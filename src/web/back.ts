import { effect, signal } from '@preact/signals'

// Everything that changes the browser's history. Whatever is open over a page (a dialog, the drawer, a selection) has an
// entry of its own above the page's, so that Back closes it. The entry knows how many things were open: its depth.

/** The path of the page that is shown. The URL follows it, a moment later if entries have to go first. */
export const path = signal(location.pathname)

interface Layer {
  close: () => void
}

/** What is open, the topmost last. */
const layers: Layer[] = []

const depth = (): number => history.state?.depth ?? 0

/** What is still to be done for a new path. */
let step: 'pushState' | 'replaceState' | undefined
let search = ''

/** The browser goes back asynchronously. Until it has, the history must be left alone. */
let isGoingBack = false

/** Brings the history into line with what is shown. */
function settle(): void {
  if (isGoingBack) return
  const surplus = depth() - (step ? 0 : layers.length)
  if (surplus > 0) {
    isGoingBack = true
    history.go(-surplus)
    return
  }
  if (step) history[step](null, '', path.peek() + search)
  step = undefined
  while (depth() < layers.length) history.pushState({ depth: depth() + 1 }, '')
}

addEventListener('popstate', () => {
  if (isGoingBack) isGoingBack = false
  else {
    path.value = location.pathname
    while (layers.length > depth()) layers.pop()?.close()
  }
  settle()
})
// After a reload, the entry of a dialog is still there, but not the dialog.
settle()

export function go(to: string, { replace = false } = {}): void {
  const url = new URL(to, location.origin)
  if (url.pathname === path.peek()) return
  step = replace ? (step ?? 'replaceState') : 'pushState'
  search = url.search
  path.value = url.pathname
  settle()
}

/** Makes Back close something, for as long as `isOpen`, which reads signals, says so. */
export function backCloses(isOpen: () => boolean, close: () => void): void {
  const layer = { close }
  effect(() => {
    const index = layers.indexOf(layer)
    if (isOpen() === index >= 0) return
    if (index < 0) layers.push(layer)
    else layers.splice(index, 1)
    settle()
  })
}
