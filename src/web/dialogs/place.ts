import { atRest } from '../navigation/scrolling.ts'
import type { Point } from '../state/dialogs.ts'

const margin = 8
const gap = 4

/** Puts an element below its anchor, aligned to one of its edges, or at the pointer: flipped, and moved, so that it is all in view. */
export function place(element: HTMLElement, anchor: Element, at: Point | 'left' | 'right'): void {
  const { offsetWidth, offsetHeight } = element
  const { left, right, top, bottom } = atRest(anchor, () => anchor.getBoundingClientRect())
  const edge = at === 'left' ? left : right - offsetWidth
  const [x, otherX] = typeof at === 'object' ? [at.x, at.x - offsetWidth] : [edge, 0]
  const [y, otherY] =
    typeof at === 'object' ? [at.y, at.y - offsetHeight] : [bottom + gap, top - gap - offsetHeight]
  // A phone's keyboard covers what is below.
  const height = visualViewport?.height ?? innerHeight
  element.style.left = `${within(x, otherX, document.documentElement.clientWidth - offsetWidth)}px`
  element.style.top = `${within(y, otherY, height - offsetHeight)}px`
}

/** The wanted position if there is room, else the other side, else the nearest that fits. */
function within(wanted: number, other: number, room: number): number {
  if (wanted > room - margin && other >= margin) return other
  return Math.max(margin, Math.min(wanted, room - margin))
}
