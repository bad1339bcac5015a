/** True for people who asked their system for less motion. */
export const prefersCalm = matchMedia('(prefers-reduced-motion: reduce)')

const timing = () => ({ duration: prefersCalm.matches ? 0 : 120, easing: 'ease-out' })

/** The list that has made room, and its cards that have moved: by how many pixels, and by what. */
let open: HTMLElement | undefined
const moved = new Map<HTMLElement, { by: number; animation: Animation }>()

/** Moves the cards in view from `index` on down by so many pixels: room for a card that is being dragged. */
export function makeRoom(list: HTMLElement, index: number, height: number): void {
  const first = cardsIn(list)[index]
  const cards = cardsInView(list)
  const below = new Set(
    height > 0 ? [...(first ? cards.slice(Math.max(0, cards.indexOf(first))) : []), ...underCards(list)] : [],
  )
  for (const card of moved.keys()) if (!below.has(card)) shift(card, 0)
  for (const card of below) shift(card, height)
  if (open !== list) close()
  open = list
  resize(list, height)
}

/** Elements below the cards of a list, such as the button for more of them. */
const underCards = (list: HTMLElement) => [
  ...list.querySelectorAll<HTMLElement>('.cards ~ :not(.drop-place)'),
]

function shift(card: HTMLElement, by: number): void {
  const last = moved.get(card)
  if ((last?.by ?? 0) === by) return
  // It may still be moving, so it starts where it is now.
  const { translate } = getComputedStyle(card)
  last?.animation.cancel()
  const animation = card.animate([{ translate }, { translate: `0 ${by}px` }], {
    ...timing(),
    fill: by ? 'forwards' : 'none',
  })
  if (by) moved.set(card, { by, animation })
  else moved.delete(card)
}

/** Makes a list higher if it does not scroll. What is below it glides to its new place. */
function resize(list: HTMLElement, by: number): void {
  const { style, nextElementSibling: below } = list
  const padding = by > 0 ? `${by}px` : ''
  if (style.paddingBottom === padding) return
  const before = below?.getBoundingClientRect().y ?? 0
  style.paddingBottom = padding
  const after = below?.getBoundingClientRect().y ?? 0
  if (before !== after) below?.animate([{ translate: `0 ${before - after}px` }, {}], timing())
}

function close(): void {
  if (open) resize(open, 0)
  open = undefined
}

/** Everything back to its place, at once. */
export function closeRoom(): void {
  for (const { animation } of moved.values()) animation.cancel()
  moved.clear()
  close()
}

/** The cards drawn in a list, from top to bottom. */
export const cardsIn = (list: Element): ArrayLike<HTMLElement> =>
  list.getElementsByClassName('card') as HTMLCollectionOf<HTMLElement>

/** The index of the first card that passes, by binary search: once one passes, so do all below it. */
export function firstCard(cards: ArrayLike<HTMLElement>, passes: (card: HTMLElement) => boolean): number {
  let [low, high] = [0, cards.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const card = cards[middle]
    if (card && passes(card)) high = middle
    else low = middle + 1
  }
  return low
}

/** The cards of a list that can be seen. Measuring and moving only these costs the same in a list of any length. */
export function cardsInView(list: HTMLElement): HTMLElement[] {
  const cards = cardsIn(list)
  const top = list.scrollTop
  const bottom = top + list.clientHeight
  const first = firstCard(cards, ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > top)
  const end = firstCard(cards, ({ offsetTop }) => offsetTop >= bottom)
  return Array.prototype.slice.call(cards, first, end)
}
