/** A copy of a card without names or meaning: for the eye alone. */
export function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id')
  copy.ariaHidden = 'true'
  copy.inert = true
  return copy
}

/** A copy that lies over the page at this place. */
export function ghostOf(element: HTMLElement, { x, y, width, height }: DOMRect): HTMLElement {
  const ghost = copyOf(element)
  ghost.classList.add('ghost')
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
  document.body.append(ghost)
  return ghost
}
