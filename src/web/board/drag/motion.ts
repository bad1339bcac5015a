import { effect } from '@preact/signals'
import { find } from '../../../board/columns.ts'
import { columns } from '../../model/changes.ts'
import { page } from '../../navigation/route.ts'
import { shownCards } from '../../state/page-cards.ts'
import { cardsInView, endRoom, prefersCalm } from './room.ts'

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

/** The cards in view, from top to bottom in each list. */
type Picture = Map<string, Seen>

let before: Picture | undefined
/** Where dragged cards were let go, which is not the place that they left. */
let letGo: { ids: readonly string[]; box: DOMRect } | undefined
let running: Animation[] = []

/** Starts it. The effect runs before a change is rendered, the frame after that and before the browser paints. */
export function watchMotion(): void {
  let last: unknown
  effect(() => {
    shownCards.value
    // Nothing glides from one page to another.
    if (page.value !== last) before = undefined
    else if (!before && !prefersCalm.matches && !document.hidden) {
      before = picture()
      requestAnimationFrame(glide)
    }
    last = page.value
  })
}

/** Lets cards glide from here when they are drawn next. */
export function glideFrom(ids: readonly string[], box: DOMRect): void {
  letGo = { ids, box }
}

function picture(): Picture {
  const seen: Picture = new Map()
  for (const list of document.querySelectorAll<HTMLElement>('#main .list'))
    for (const element of cardsInView(list))
      seen.set(element.dataset.id ?? '', { element, list, box: element.getBoundingClientRect() })
  return seen
}

function glide(): void {
  const [then, dropped] = [before, letGo]
  before = undefined
  letGo = undefined
  if (!then) return
  endRoom()
  // The places before include running animations. The new ones are measured without.
  for (const animation of running) animation.cancel()
  running = []
  const now = picture()
  const entering: HTMLElement[] = []
  let above: { list: Element; by: number } | undefined
  for (const [id, { element, list, box }] of now) {
    const old = then.get(id)
    const from = dropped?.ids.includes(id) ? dropped.box : old?.box
    // A card that comes into view because others have moved comes along with them.
    const by = from ? from.y - box.y : above?.list === list ? above.by : 0
    const across = from ? from.x - box.x : 0
    above = { list, by }
    const away = [{ transform: `translate(${across}px, ${by}px)` }, {}]
    if (Math.abs(across) < 1 && Math.abs(by) < 1) {
      if (!from) entering.push(element)
    } else if (old && old.list !== list) {
      // Columns clip their cards, so a copy flies above them while the card is invisible.
      play(element, [{ opacity: 0 }, { opacity: 0 }])
      playGhost(ghostOf(element, box), away)
    } else play(element, away)
  }
  // Filling an empty page is not animated.
  if (then.size > 0 && entering.length <= maxGhosts)
    for (const element of entering) play(element, [small, {}])
  const gone = [...then].filter(([id, { element }]) => !element.isConnected && !now.has(id))
  if (gone.length <= maxGhosts) for (const [id, seen] of gone) vanish(id, seen)
}

const small = { opacity: 0, transform: 'scale(0.96)' }

function play(element: Element, keyframes: Keyframe[]): Animation {
  const animation = element.animate(keyframes, timing)
  running.push(animation)
  return animation
}

/** The card was deleted, or completed where completed cards are hidden. */
function vanish(id: string, { element, box }: Seen): void {
  const ghost = ghostOf(element, box)
  if (find(columns.peek(), id)?.complete) {
    ghost.classList.add('complete')
    const tick = ghost.querySelector<HTMLInputElement>('.tick')
    if (tick) tick.checked = true
  }
  playGhost(ghost, [{}, small])
}

function playGhost(ghost: Element, keyframes: Keyframe[]): void {
  const animation = play(ghost, keyframes)
  animation.onfinish = animation.oncancel = () => ghost.remove()
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
