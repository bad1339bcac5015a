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
