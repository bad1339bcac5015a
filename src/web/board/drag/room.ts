/** True for people who asked their system for less motion. */
export const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)')

// Where a card that is being dragged would go, a list makes room for it, and the place is shown.

const place = document.createElement('div')
place.className = 'drop-place'

/** The list that has made room, and its elements that have moved down. */
let open: HTMLElement | undefined
const moved = new Map<HTMLElement, Animation>()

/** Makes room of so many pixels below `top`. Without any, the place is next to the dragged card, and nothing moves. */
export function makeRoom(list: HTMLElement, top: number, height: number): void {
  const below = new Set(list.querySelectorAll<HTMLElement>('.cards ~ :not(.drop-place)'))
  for (const card of cardsInView(list)) if (card.offsetTop >= top) below.add(card)
  if (height === 0) below.clear()
  if (open !== list) closeRoom()
  open = list
  place.style.top = `${top}px`
  place.style.height = `${Math.max(0, height - gap)}px`
  if (!place.isConnected) list.append(place)
  for (const element of moved.keys()) if (!below.has(element)) shift(element, 0)
  for (const element of below) if (!moved.has(element)) shift(element, height)
  resize(height)
}

/** Pixels between two cards. */
export const gap = 4

/** Lets everything glide back. */
export function closeRoom(): void {
  place.remove()
  for (const element of moved.keys()) shift(element, 0)
  resize(0)
  open = undefined
}

/** Puts everything back at once, for cards that glide to their new places from where they are. */
export function endRoom(): void {
  for (const animation of moved.values()) animation.cancel()
  moved.clear()
  closeRoom()
}

function shift(element: HTMLElement, by: number): void {
  // It may still be moving, so it starts where it is now.
  const { translate } = getComputedStyle(element)
  moved.get(element)?.cancel()
  const animation = slide(element, translate, `0 ${by}px`, by > 0 ? 'forwards' : 'none')
  if (by > 0) moved.set(element, animation)
  else moved.delete(element)
}

/** Makes the list higher if it does not scroll. What is below it glides to its new place. */
function resize(by: number): void {
  const padding = by > 0 ? `${by}px` : ''
  if (!open || open.style.paddingBottom === padding) return
  const { style, nextElementSibling: below } = open
  const before = below?.getBoundingClientRect().y ?? 0
  style.paddingBottom = padding
  const after = below?.getBoundingClientRect().y ?? 0
  if (below && before !== after) slide(below, `0 ${before - after}px`, 'none')
}

const slide = (element: Element, from: string, to: string, fill: FillMode = 'none') =>
  element.animate([{ translate: from }, { translate: to }], {
    duration: prefersCalm.matches ? 0 : 120,
    easing: 'ease-out',
    fill,
  })

/** The cards drawn in a list, from top to bottom. */
export const cardsIn = (list: Element): ArrayLike<HTMLElement> =>
  list.getElementsByClassName('card') as HTMLCollectionOf<HTMLElement>

/** The index of the first card of which more than this share is below `y`, by binary search. */
export function firstBelow(cards: ArrayLike<HTMLElement>, y: number, share: number): number {
  let [low, high] = [0, cards.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { offsetTop, offsetHeight } = cards[middle] as HTMLElement
    if (offsetTop + (1 - share) * offsetHeight > y) high = middle
    else low = middle + 1
  }
  return low
}

/** The cards of a list that can be seen. Measuring and moving only these costs the same in a list of any length. */
export function cardsInView(list: HTMLElement): HTMLElement[] {
  const cards = cardsIn(list)
  const { scrollTop: top, clientHeight } = list
  return Array.prototype.slice.call(
    cards,
    firstBelow(cards, top, 0),
    firstBelow(cards, top + clientHeight, 1),
  )
}
