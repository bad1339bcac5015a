import { atRest } from '../navigation/scrolling.ts'
import type { Point } from '../state/dialogs.ts'

const margin = 8
const gap = 4

/** Puts a menu below its anchor, aligned to its right edge, or at the pointer: flipped, and moved, so that it is all in the window. */
export function place(menu: HTMLElement, anchor: Element, point: Point | undefined): void {
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth, offsetHeight } = menu
  const { top, right, bottom } = atRest(anchor, () => anchor.getBoundingClientRect())
  const [x, otherX] = point ? [point.x, point.x - offsetWidth] : [right - offsetWidth, 0]
  const [y, otherY] = point ? [point.y, point.y - offsetHeight] : [bottom + gap, top - gap - offsetHeight]
  menu.style.left = `${within(x, otherX, clientWidth - offsetWidth)}px`
  menu.style.top = `${within(y, otherY, clientHeight - offsetHeight)}px`
}

/** The wanted position if there is room, else the other side, else the nearest that fits. */
function within(wanted: number, other: number, room: number): number {
  if (wanted > room - margin && other >= margin) return other
  return Math.max(margin, Math.min(wanted, room - margin))
}
