const farEnough = 72

/** Closes an element when it is swiped down, unless its content is scrolled. Returns a function that stops it. */
export function swipeToClose(element: HTMLElement, close: () => void): () => void {
  let from: number | undefined
  let by = 0
  const show = () => {
    element.style.translate = by > 0 ? `0 ${by}px` : ''
    element.classList.toggle('swiped', by > 0)
  }
  const start = ({ touches, target }: TouchEvent) => {
    from = touches.length === 1 && !isScrolled(target, element) ? touches[0]?.clientY : undefined
    by = 0
  }
  const move = (event: TouchEvent) => {
    const [touch] = event.touches
    if (from === undefined || !touch) return
    by = touch.clientY - from
    // Upwards is scrolling, also when the finger comes back.
    if (by < 0) from = undefined
    else if (event.cancelable) event.preventDefault()
    show()
  }
  const end = ({ type }: Event) => {
    const isFar = from !== undefined && by > farEnough && type === 'touchend'
    from = undefined
    by = 0
    if (isFar) close()
    else show()
  }
  element.addEventListener('touchstart', start, { passive: true })
  element.addEventListener('touchmove', move, { passive: false })
  element.addEventListener('touchend', end)
  element.addEventListener('touchcancel', end)
  return () => {
    element.removeEventListener('touchstart', start)
    element.removeEventListener('touchmove', move)
    element.removeEventListener('touchend', end)
    element.removeEventListener('touchcancel', end)
  }
}

function isScrolled(target: EventTarget | null, within: HTMLElement): boolean {
  for (let at = target as Element | null; at && within.contains(at); at = at.parentElement)
    if (at.scrollTop > 0) return true
  return false
}
