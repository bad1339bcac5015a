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
