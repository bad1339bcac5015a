import type { RefObject } from 'preact'
import { useLayoutEffect } from 'preact/hooks'

/** A scroll position: pixels to the left, and the first visible card with its hidden pixels. */
interface Place {
  left: number
  card?: { id: string; offset: number }
}

const places = new Map<string, Place>()

/**
 * Restores the scroll position of a column or board. The heights of cards that were never visible are estimates, so a column's
 * position is a card, not a number of pixels.
 */
export function useScrollPosition(scroller: RefObject<HTMLElement | null>, name: string): void {
  useLayoutEffect(() => {
    const { current } = scroller
    const place = places.get(name)
    // Repeated in the next frames, while the cards around it get their real heights.
    let frames = 3
    let frame = 0
    const restore = () => {
      if (!current || !place) return
      goTo(current, place)
      if (frames-- > 0) frame = requestAnimationFrame(restore)
    }
    restore()
    return () => {
      cancelAnimationFrame(frame)
      if (current) places.set(name, placeIn(current))
    }
  }, [name])
}

function goTo(scroller: HTMLElement, { card, left }: Place): void {
  scroller.scrollLeft = left
  const element = card && document.getElementById(card.id)
  if (element) scroller.scrollTop = element.offsetTop + card.offset
}

function placeIn(scroller: HTMLElement): Place {
  const { scrollTop: top, scrollLeft: left } = scroller
  if (top === 0) return { left }
  const cards = [...scroller.querySelectorAll<HTMLElement>('.card')]
  const first = cards.find(({ offsetTop, offsetHeight }) => offsetTop + offsetHeight > top)
  return first ? { left, card: { id: first.id, offset: top - first.offsetTop } } : { left }
}
