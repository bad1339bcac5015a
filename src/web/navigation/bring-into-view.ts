import { elementOf } from '../state/focus.ts'
import { atRest } from './at-rest.ts'

const maxFrames = 60
/** Heights of cards that were never drawn are estimates, so what is in view may be pushed out again by the next frame. */
const steadyFrames = 3

let wanted: string | undefined

/** Scrolls the list to a card as soon as it is rendered, and again until it stays in view. */
export function bringIntoView(id: string | undefined): void {
  wanted = id
  let frames = maxFrames
  let seen = 0
  const look = () => {
    if (wanted !== id || seen === steadyFrames || frames-- === 0) return
    const card = elementOf(id)
    const list = card?.closest('.list')
    if (card && list) seen = isWithin(card, list) ? seen + 1 : scrollTo(card, list)
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Whether all of a card can be seen in its list, and the middle of it in the window. */
export function isInView(card: Element): boolean {
  const list = card.closest('.list')
  const { left, width } = boxOf(card)
  const middle = left + width / 2
  return list !== null && isWithin(card, list) && middle > 0 && middle < innerWidth
}

const boxOf = (card: Element) => atRest(card, () => card.getBoundingClientRect())

function isWithin(card: Element, list: Element): boolean {
  const [inner, outer] = [boxOf(card), list.getBoundingClientRect()]
  // A card may be taller than the list: then its end is what counts.
  return inner.bottom <= outer.bottom + 1 && (inner.top >= outer.top - 1 || inner.height > outer.height)
}

function scrollTo(card: Element, list: Element): 0 {
  const beyond = boxOf(card).bottom - list.getBoundingClientRect().bottom
  const isTall = card.clientHeight > list.clientHeight
  // At once: a smooth scroll would still be aiming at the estimate.
  const block = isTall || beyond > 0 ? 'end' : 'nearest'
  atRest(card, () => card.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' }))
  return 0
}
