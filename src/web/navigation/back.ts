import { effect, signal } from '@preact/signals'
import { base, below, within } from '../device/base.ts'

// Everything that changes the browser's history. Each layer over a page (a dialog, the drawer, a selection) has its own entry
// above the page's, so that Back closes it. An entry's depth is the number of open layers.

// `/inboard` belongs to it too, but not to what its service worker may control.
if (!location.pathname.startsWith(base)) location.replace(below(within(location.pathname)) + location.search)

/** The path of the current page, without the one that the app is below. The URL follows, after a moment if entries must be removed first. */
export const path = signal(within(location.pathname))

interface Layer {
  close: () => void
}

/** The open layers, topmost last. */
const layers: Layer[] = []

const depth = (): number => history.state?.depth ?? 0

/** The pending history call for a new path. */
let step: 'pushState' | 'replaceState' | undefined
let search = ''

/** Going back is asynchronous: until it has finished, the history must not be touched. */
let isGoingBack = false

/** Makes the history match what is shown. */
function settle(): void {
  if (isGoingBack) return
  const surplus = depth() - (step ? 0 : layers.length)
  if (surplus > 0) {
    isGoingBack = true
    history.go(-surplus)
    return
  }
  if (step) history[step](null, '', below(path.peek()) + search)
  step = undefined
  while (depth() < layers.length) history.pushState({ depth: depth() + 1 }, '')
}

addEventListener('popstate', () => {
  if (isGoingBack) isGoingBack = false
  else {
    path.value = within(location.pathname)
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

/** Makes Back close a layer while `isOpen`, which reads signals, returns true. */
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
