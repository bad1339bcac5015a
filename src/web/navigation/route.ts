import { computed, effect, signal } from '@preact/signals'
import { base, below, within } from '../device/base.ts'

// Everything that changes the browser's history. Each layer over a page (a dialog, the drawer, a selection) has its own entry
// above the page's, so that Back closes it. An entry's depth is the number of open layers.

// `/inboard` belongs to it too, but not to what its service worker may control.
if (!location.pathname.startsWith(base)) location.replace(below(within(location.pathname)) + location.search)

/** The path of the current page, without the one that the app is below. The URL follows, after a moment if entries must be removed first. */
const path = signal(within(location.pathname))

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

export type Page =
  | { name: 'inbox' | 'today' | 'bin' | 'settings' | 'link' | 'share' | 'connect' | 'nothing' }
  | { name: 'project'; projectId: string }
  | { name: 'card'; cardId: string }

export const page = computed((): Page => {
  const [, first = '', second = '', ...rest] = path.value.replace(/\/$/, '').split('/')
  if (first === '') return { name: 'inbox' }
  if (first === 'today' && !second) return { name: 'today' }
  if (first === 'settings' && !second) return { name: 'settings' }
  if (first === 'bin' && !second) return { name: 'bin' }
  if (first === 'verify-email' && !second) return { name: 'link' }
  if (first === 'authorize' && !second) return { name: 'connect' }
  if (first === 'share' && !second) return { name: 'share' }
  if (first === 'projects' && second && rest.length === 0) return { name: 'project', projectId: second }
  if (first === 'card' && second && rest.length === 0) return { name: 'card', cardId: second }
  return { name: 'nothing' }
})

export const pathTo = (projectId: string | null) => (projectId ? `/projects/${projectId}` : '/')

/** Follows a link without loading the page. With a modifier key the browser opens it in a new tab. */
export function follow(event: MouseEvent): void {
  const { currentTarget, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (!(currentTarget instanceof HTMLAnchorElement)) return
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  event.preventDefault()
  go(within(currentTarget.pathname))
}
