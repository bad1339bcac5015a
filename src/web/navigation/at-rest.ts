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

/** Scrolls as little as possible. */
export function showElement(element: Element | null | undefined, behavior: ScrollBehavior = 'auto'): void {
  const options: ScrollIntoViewOptions = { block: 'nearest', inline: 'nearest', behavior }
  if (element) atRest(element, () => element.scrollIntoView(options))
}
