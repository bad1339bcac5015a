/**
 * Runs `act` with the card of this element where its glide will end. What is measured or scrolled in mid-glide would be wrong a
 * moment later. The glide goes on afterwards.
 */
export function atRest<T>(element: Element, act: () => T): T {
  const card = element.closest<HTMLElement>('.card')
  if (!card?.getAnimations().length) return act()
  // An animation does not override what is important.
  card.style.setProperty('transform', 'none', 'important')
  try {
    return act()
  } finally {
    card.style.removeProperty('transform')
  }
}

/** Scrolls as little as possible, and at once. True if the element has moved. */
export function showElement(element: Element | null | undefined): boolean {
  if (!element) return false
  return atRest(element, () => {
    const before = element.getBoundingClientRect()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { x, y } = element.getBoundingClientRect()
    return x !== before.x || y !== before.y
  })
}

const maxFrames = 60
/** Heights of cards that were never drawn are estimates, so what is in view may be pushed out again by the next frame. */
const steadyFrames = 3

let wanted: unknown

/** Scrolls to an element as soon as it is rendered, and again until it stays in view. */
export function bringIntoView(find: () => Element | null): void {
  wanted = find
  let frames = maxFrames
  let steady = 0
  const look = () => {
    if (wanted !== find || steady === steadyFrames || frames-- === 0) return
    const element = find()
    if (element) steady = showElement(element) ? 0 : steady + 1
    requestAnimationFrame(look)
  }
  look()
}

/** Whether all of a card can be seen in its list, and the middle of it in the window. */
export function isInView(card: Element): boolean {
  const list = card.closest('.list')?.getBoundingClientRect()
  if (!list) return false
  const { top, bottom, left, width, height } = atRest(card, () => card.getBoundingClientRect())
  const middle = left + width / 2
  // A card may be taller than the list: then its end is what counts.
  const isWithin = bottom <= list.bottom + 1 && (top >= list.top - 1 || height > list.height)
  return isWithin && middle > 0 && middle < innerWidth
}
