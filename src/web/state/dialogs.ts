import { batch, effect, signal } from '@preact/signals'
import type { Binned } from '../../board/workspace.ts'
import { byKeys, byTouch } from '../device/touch.ts'
import { backCloses } from '../navigation/route.ts'
import { showElement } from '../navigation/scrolling.ts'
import { cursor, elementOf } from './focus.ts'
import { clearSelection, selected, subject } from './selection.ts'

// The open dialog or menu, and its subject. The components are in dialogs/.

/** At most one dialog is open. */
export type Dialog =
  | 'palette'
  | 'card'
  | 'project'
  | 'column'
  | 'move'
  | 'date'
  | 'help'
  | 'delete project'
  | 'capture'
  | 'outbox'
  | 'delete permanently'
  | 'sign out'

export const dialog = signal<Dialog | undefined>()

export const open = (name: Dialog) => {
  dialog.value = name
}

/** The words that the palette begins with. */
export const sought = signal('')

export const searchFor = (words: string) => {
  sought.value = words
  open('palette')
}

export const close = () => {
  dialog.value = undefined
  sought.value = ''
}

backCloses(() => dialog.value !== undefined, close)

/** The cards of the date picker. It opens below the anchor; without one, below the first card. */
export const dated = signal<{ ids: readonly string[]; anchor: Element | undefined }>({
  ids: [],
  anchor: undefined,
})

export function openDatePicker(cards: readonly { id: string }[], anchor?: Element): void {
  if (cards.length === 0) return
  dated.value = { ids: cards.map(({ id }) => id), anchor }
  open('date')
}

/** The item in the bin to be deleted permanently; undefined for all of them. */
export const doomed = signal<Binned | undefined>()

export function askToPurge(item: Binned | undefined): void {
  doomed.value = item
  open('delete permanently')
}

export type MenuKind = 'card' | 'project' | 'column'

export interface Point {
  x: number
  y: number
}

export interface OpenedMenu {
  kind: MenuKind
  /** It opens below this element, or at the pointer. */
  anchor: Element
  point: Point | undefined
  /** Opened by a key, so its first item has the focus. */
  isByKeys: boolean
}

export const menu = signal<OpenedMenu | undefined>()

export const closeMenu = () => {
  menu.value = undefined
}

backCloses(() => menu.value !== undefined, closeMenu)
effect(() => {
  if (!menu.value && !dialog.value) subject.value = {}
})

/** A menu beside the hand; under a finger, a sheet. */
function openMenu(kind: MenuKind, anchor: Element, point: Point | undefined, about: typeof subject.value) {
  if (menu.value?.anchor === anchor && !point) return closeMenu()
  batch(() => {
    subject.value = about
    if (byTouch()) open(kind)
    else menu.value = { kind, anchor, point, isByKeys: byKeys() }
  })
}

/** Chooses the card, unless it belongs to the selection. */
export function openCardMenu(id: string, point?: Point): void {
  const card = elementOf(id)
  if (!card) return
  if (!selected.value.has(id)) clearSelection()
  cursor.value = id
  // It may have been scrolled out of view.
  if (byKeys()) showElement(card)
  openMenu('card', point ? card : (card.querySelector('.more') ?? card), point, {})
}

export const openProjectMenu = (projectId: string, anchor: Element, point?: Point) =>
  openMenu('project', anchor, point, { projectId })

export const openColumnMenu = (columnKey: string, anchor: Element, point?: Point) =>
  openMenu('column', anchor, point, { columnKey })
