import { effect } from '@preact/signals'
import { find } from '../../../board/columns.ts'
import { columns } from '../../model/changes.ts'
import { shownCards, shownProject } from '../../state/page-cards.ts'
import { cardsInView, closeRoom, prefersCalm } from './room.ts'

// Cards glide from where they were to where they are, whatever moved them: a drag, a key, undo or another device. Their boxes are
// measured before and after a change is drawn, and the difference is animated (“FLIP”). Nothing ever waits for an animation.

const timing = { duration: 160, easing: 'cubic-bezier(0.2, 0, 0, 1)' }
/** Nobody can follow more cards than that at once. */
const maxGhosts = 12

interface Seen {
  element: HTMLElement
  list: Element
  box: DOMRect
}

interface Picture {
  page: string | null | undefined
  cards: ReadonlyMap<string, Seen>
}

let before: Picture | undefined
/** The boxes in which dragged cards were dropped, which are not those they left. */
let letGo: ReadonlyMap<string, DOMRect> = new Map()
const running = new Set<Animation>()

/** Starts it. The effect runs before a change is rendered, the observer after that and before the browser paints. */
export function watchMotion(): void {
  effect(() => {
    shownCards.value
    rememberPlaces()
  })
  const observer = new MutationObserver((records) => {
    if (records.some(concernsCards)) glide(addedBy(records))
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

const concernsCards = ({ target }: MutationRecord) => (target as Element).matches('.cards, .list')

/** The nodes that are new on the page. A card that changes its place in a list is both removed and added. */
function addedBy(records: readonly MutationRecord[]): ReadonlySet<Node> {
  const added = new Set(records.flatMap(({ addedNodes }) => [...addedNodes]))
  return added.difference(new Set(records.flatMap(({ removedNodes }) => [...removedNodes])))
}

/** Remembers where the cards in view are, unless that is remembered already and nothing has been drawn since. */
export function rememberPlaces(): void {
  if (before || prefersCalm.matches || document.hidden) return
  before = picture()
  // If nothing is drawn differently, nothing later must be compared with it, or glide from where a card was let go.
  requestAnimationFrame(() => {
    before = undefined
    letGo = new Map()
  })
}

/** Lets cards glide from here when they are drawn next. */
export function glideFrom(ids: readonly string[], box: DOMRect): void {
  letGo = new Map(ids.map((id) => [id, box]))
}

function picture(): Picture {
  const lists = document.querySelectorAll<HTMLElement>('#main .list')
  const seen = [...lists].flatMap((list) =>
    cardsInView(list).map((element): [string, Seen] => [
      element.dataset.id ?? '',
      { element, list, box: element.getBoundingClientRect() },
    ]),
  )
  return { page: shownProject.peek(), cards: new Map(seen) }
}

function glide(added: ReadonlySet<Node>): void {
  const last = before
  before = undefined
  const dropped = letGo
  letGo = new Map()
  if (!last || last.page !== shownProject.peek()) return
  closeRoom()
  // The places before include running animations. The new ones are measured without.
  for (const animation of running) animation.cancel()
  const { cards } = picture()
  // Filling an empty page is not animated.
  const entering = [...cards.values()].filter(({ element }) => last.cards.size > 0 && added.has(element))
  let neighbour: { list: Element; by: number } | undefined
  for (const [id, { element, list, box }] of cards) {
    const old = last.cards.get(id)
    // A card that comes into view because others have moved comes along with them.
    const along = neighbour?.list === list && !added.has(element) ? neighbour.by : 0
    const from = dropped.get(id) ?? old?.box ?? new DOMRect(box.x, box.y + along)
    neighbour = { list, by: from.y - box.y }
    if (isSamePlace(from, box)) continue
    if (old && old.list !== list) fly(element, from, box)
    else play(element, [{ transform: `translate(${from.x - box.x}px, ${from.y - box.y}px)` }, {}])
  }
  if (entering.length <= maxGhosts)
    for (const { element } of entering)
      if (!last.cards.has(element.dataset.id ?? ''))
        play(element, [{ opacity: 0, transform: 'scale(0.96)' }, {}])
  const gone = [...last.cards].filter(([id, { element }]) => !element.isConnected && !cards.has(id))
  if (gone.length <= maxGhosts) for (const [id, seen] of gone) vanish(id, seen)
}

const isSamePlace = (one: DOMRect, other: DOMRect) =>
  Math.abs(one.x - other.x) < 1 && Math.abs(one.y - other.y) < 1

function play(element: Element, keyframes: Keyframe[]): Animation {
  const animation = element.animate(keyframes, timing)
  running.add(animation)
  animation.onfinish = () => running.delete(animation)
  animation.oncancel = () => running.delete(animation)
  return animation
}

/** Moves a card to another column. Columns clip their cards, so a copy flies above them while the card is invisible. */
function fly(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const ghost = ghostOf(element, to)
  play(element, [{ opacity: 0 }, { opacity: 0 }])
  endWith(ghost, play(ghost, [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, {}]))
}

/** The card was deleted, or completed where completed cards are hidden. */
function vanish(id: string, { element, box }: Seen): void {
  const ghost = ghostOf(element, box)
  if (find(columns.peek(), id)?.complete) {
    ghost.classList.add('complete')
    const tick = ghost.querySelector<HTMLInputElement>('.tick')
    if (tick) tick.checked = true
  }
  endWith(ghost, play(ghost, [{}, { opacity: 0, transform: 'scale(0.96)' }]))
}

function endWith(ghost: Element, animation: Animation): void {
  const end = () => ghost.remove()
  animation.finished.then(end, end)
}

/** A copy of a card without names or meaning: for the eye alone. */
export function copyOf(element: HTMLElement): HTMLElement {
  const copy = element.cloneNode(true) as HTMLElement
  for (const named of [copy, ...copy.querySelectorAll('[id]')]) named.removeAttribute('id')
  copy.ariaHidden = 'true'
  copy.inert = true
  return copy
}

/** A copy that lies over the page at this place. */
function ghostOf(element: HTMLElement, { x, y, width, height }: DOMRect): HTMLElement {
  const ghost = copyOf(element)
  ghost.classList.add('ghost')
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
  document.body.append(ghost)
  return ghost
}
