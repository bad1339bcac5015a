import { batch, effect, signal } from '@preact/signals'
import { byKeys, byTouch } from '../device/touch.ts'
import { dialog, open } from '../dialogs/open.ts'
import { backCloses } from '../navigation/route.ts'
import { showElement } from '../navigation/scrolling.ts'
import { cursor, elementOf } from '../state/focus.ts'
import { clearSelection, selected, subject } from '../state/selection.ts'

export type MenuKind = 'card' | 'project' | 'column'

export interface Point {
  x: number
  y: number
}

export interface OpenMenu {
  kind: MenuKind
  /** It opens below this element, or at the pointer. */
  anchor: Element
  point: Point | undefined
  /** Opened by a key, so its first item has the focus. */
  isByKeys: boolean
}

export const menu = signal<OpenMenu | undefined>()

export const closeMenu = () => {
  menu.value = undefined
}

backCloses(() => menu.value !== undefined, closeMenu)
effect(() => {
  if (!menu.value && !dialog.value) subject.value = {}
})

let hasOnlySheets = false

/** For when the menu could not be loaded. */
export function sheetsInstead(): void {
  hasOnlySheets = true
  const { value: asked } = menu
  if (asked) batch(() => [closeMenu(), open(asked.kind)])
}

/** A menu beside the hand; under a finger, a sheet. */
function openMenu(kind: MenuKind, anchor: Element, point: Point | undefined, about: typeof subject.value) {
  if (menu.value?.anchor === anchor && !point) return closeMenu()
  batch(() => {
    subject.value = about
    if (byTouch() || hasOnlySheets) open(kind)
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
