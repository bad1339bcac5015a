import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import type { Column } from '../../../board/columns.ts'
import { moveCards } from '../../actions/cards.ts'
import { sendAndStepOn } from '../../actions/chosen-cards.ts'
import { count } from '../../model/wording.ts'
import { closeDrawer, drawer, hasDrawer, openDrawer } from '../../state/drawer.ts'
import { chosen, clearSelection, dragged, selected } from '../../state/selection.ts'
import { behindDrawn } from '../../state/visible.ts'
import { afterCommits } from '../../sync/commit.ts'
import { holdStill } from '../../sync/follow.ts'
import { copyOf, glideFrom, watchMotion } from './motion.ts'
import { cardsIn, closeRoom, firstBelow, gap, makeRoom } from './room.ts'
import '../../styles/drag.css'

const none: ReadonlySet<string> = new Set()

const idsIn = (data: Record<string | symbol, unknown>) => data.ids as readonly string[]

watchMotion()

/** The size of the card under the pointer, and where the pointer holds it. */
let grip = { x: 0, y: 0, width: 0, height: 0 }

/** The height of the gap for the dragged cards: that of a single card, or of the pile. */
let room = 0
const maxGap = 160
const roomForPile = 46

// On the whole page rather than on each card: a dragged card that is deleted elsewhere gets no more events.
let letGo = () => {}
monitorForElements({
  onDragStart({ source: { data, element } }) {
    letGo = holdStill()
    const ids = idsIn(data)
    if (!ids.some((id) => selected.value.has(id))) clearSelection()
    room = ids.length === 1 ? Math.min(maxGap, element.offsetHeight + gap) : roomForPile
    dragged.value = new Set(ids)
    document.body.classList.add('dragging')
  },
  onDrag: ({ location }) => reachForDrawer(location.current.input),
  onDrop({ source: { element } }) {
    letGo()
    stopHolding()
    if (drawer.value) closeDrawer()
    document.body.classList.remove('dragging')
    element.focus({ preventScroll: true })
    afterCommits(() => {
      dragged.value = none
      // The place stays until the cards are in it.
      requestAnimationFrame(closeRoom)
    })
  },
})

export function dragCard(element: HTMLElement, id: string): () => void {
  return draggable({
    element,
    getInitialData: () => ({ ids: selected.value.has(id) ? chosen.value : [id] }),
    onGenerateDragPreview({ nativeSetDragImage, source, location }) {
      const { clientX, clientY } = location.current.input
      const { x, y, width, height } = element.getBoundingClientRect()
      grip = { x: clientX - x, y: clientY - y, width, height }
      const { length } = idsIn(source.data)
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset:
          length === 1
            ? () => ({ x: grip.x + edge, y: grip.y + edge })
            : pointerOutsideOfPreview({ x: '0.75rem', y: '0.5rem' }),
        render: ({ container }) => container.append(length === 1 ? lifted(element) : pileOf(length)),
      })
    },
  })
}

/** Around the picture, for its shadow. */
const edge = 8

function lifted(element: HTMLElement): Element {
  const picture = copyOf(element)
  picture.classList.add('lifted')
  picture.style.width = `${grip.width}px`
  return picture
}

function pileOf(length: number): Element {
  const pile = document.createElement('div')
  pile.className = 'drag-preview'
  pile.textContent = `${count(length)} cards`
  return pile
}

/** Lets cards be dropped between the cards of a column. `around` is the area that counts as the column. */
export function dropOnColumn(around: HTMLElement, scroller: HTMLElement, column: Column): () => void {
  return combine(
    scrollWhileDragging(scroller, 'vertical'),
    dropTargetForElements({
      element: around,
      getData: ({ input, source }) => ({ ...placeUnder(scroller, input.clientY, idsIn(source.data)) }),
      onDrag({ self }) {
        const { top, height } = self.data as unknown as Place
        makeRoom(scroller, top, height)
      },
      onDragLeave: closeRoom,
      onDrop({ self, source, location }) {
        const { clientX, clientY } = location.current.input
        const { x, y, width, height } = grip
        const ids = idsIn(source.data)
        glideFrom(ids, new DOMRect(clientX - x, clientY - y, width, height))
        const { before = behindDrawn(column, ids) } = self.data as unknown as Place
        moveCards(ids, column, before).then(clearSelection)
      },
    }),
  )
}

/** Lets cards be dropped on a link to a project or to the inbox. */
export function dropOnLink(
  element: HTMLElement,
  projectId: string | null,
  over: (isOver: boolean) => void,
): () => void {
  return dropTargetForElements({
    element,
    onDragEnter: () => over(true),
    onDragLeave: () => over(false),
    onDrop({ source }) {
      over(false)
      sendAndStepOn(idsIn(source.data), projectId)
    },
  })
}

export const scrollWhileDragging = (element: HTMLElement, axis: 'horizontal' | 'vertical') =>
  autoScrollForElements({ element, getAllowedAxis: () => axis })

interface Place {
  /** The card that the dragged ones would come before. */
  before: string | undefined
  /** Pixels in the list. The height is 0 next to a dragged card: a drop there moves nothing. */
  top: number
  height: number
}

/**
 * The place of a drop: before the first card whose middle is below the pointer. A pointer above or below
 * the list counts as being at the edge of its visible part.
 */
function placeUnder(scroller: HTMLElement, pointer: number, moving: readonly string[]): Place {
  const cards = cardsIn(scroller)
  const seen = scroller.getBoundingClientRect()
  const y = Math.max(seen.top, Math.min(seen.bottom, pointer)) - seen.top + scroller.scrollTop
  // Measured by their places in the list, without the room that some have made.
  let index = firstBelow(cards, y, 0.5)
  // Below a list that goes on out of sight, all of the room must be in sight.
  if (pointer > seen.bottom && index < cards.length)
    index = Math.max(0, firstBelow(cards, y + gap - room, 1) - 1)
  const [above, below] = [cards[index - 1], cards[index]]
  const isMoving = (card: HTMLElement | undefined) => moving.includes(card?.dataset.id ?? '')
  let next = index
  while (isMoving(cards[next])) next++
  return {
    before: cards[next]?.dataset.id,
    top: below ? below.offsetTop : above ? above.offsetTop + above.offsetHeight + gap : gap,
    height: isMoving(above) || isMoving(below) ? 0 : room,
  }
}

// On a narrow screen the inbox and the projects are in the drawer. Holding a dragged card at the left edge of the screen, or over
// the drawer's button, opens the drawer; dragging it away closes the drawer.

const screenEdge = 24
/** Passing by does not open it. */
const holdInMs = 250

let holding: ReturnType<typeof setTimeout> | undefined

function reachForDrawer({ clientX, clientY }: { clientX: number; clientY: number }): void {
  if (!hasDrawer()) return
  if (drawer.value) {
    // Its width, not where it is: it may still be sliding in.
    const width = document.getElementById('sidebar')?.offsetWidth ?? 0
    if (clientX > width + screenEdge) closeDrawer()
    return
  }
  const isReaching =
    (clientX < screenEdge && isAtFirstColumn()) ||
    document.elementFromPoint(clientX, clientY)?.closest('[aria-controls="sidebar"]')
  if (isReaching) holding ??= setTimeout(openDrawer, holdInMs)
  else stopHolding()
}

function stopHolding(): void {
  clearTimeout(holding)
  holding = undefined
}

/** In any other column, the left edge scrolls the board. */
const isAtFirstColumn = () => (document.querySelector('.columns')?.scrollLeft ?? 0) < 1
