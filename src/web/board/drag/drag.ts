import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { pointerOutsideOfPreview } from '@atlaskit/pragmatic-drag-and-drop/element/pointer-outside-of-preview'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { effect } from '@preact/signals'
import { type Column, keyOf } from '../../../board/columns.ts'
import { moveCards } from '../../actions/cards.ts'
import { sendAndStepOn } from '../../actions/chosen-cards.ts'
import { count } from '../../model/wording.ts'
import { focusCard } from '../../state/focus.ts'
import { chosen, clearSelection, selected } from '../../state/selection.ts'
import { behindDrawn } from '../../state/visible.ts'
import { afterCommits } from '../../sync/commit.ts'
import { holdStill } from '../../sync/follow.ts'
import { cardsIn, firstCard } from '../motion/cards-in-view.ts'
import { copyOf } from '../motion/ghost.ts'
import { glideFrom, rememberPlaces, watchMotion } from '../motion/motion.ts'
import { closeRoom, makeRoom } from '../motion/room.ts'
import { dragged, target } from './drag-state.ts'
import { endReaching, reachForDrawer } from './drag-to-drawer.ts'

const none: ReadonlySet<string> = new Set()

const idsIn = (data: Record<string | symbol, unknown>) => data.ids as readonly string[]

watchMotion()

/** Of the card by which they are dragged: its size, and where in it the pointer is. */
let grip = { x: 0, y: 0, width: 0, height: 0 }

/** How much room the dragged cards get: one its own, several that of the pile. */
let room = 0
const mostRoom = 160
const roomForPile = 46

// For the whole page, not for each card: a dragged card may be deleted elsewhere, and then gets no more events.
let letGo = () => {}
monitorForElements({
  onDragStart({ source }) {
    letGo = holdStill()
    const ids = idsIn(source.data)
    room = ids.length === 1 ? Math.min(mostRoom, source.element.offsetHeight + gap) : roomForPile
    dragged.value = new Set(ids)
    document.body.classList.add('dragging')
  },
  onDrag: ({ location }) => reachForDrawer(location.current.input),
  onDrop() {
    letGo()
    endReaching()
    document.body.classList.remove('dragging')
    // The place stays until the cards are in it.
    afterCommits(() => {
      rememberPlaces()
      closeRoom()
      dragged.value = none
      target.value = undefined
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
    onDragStart() {
      if (!selected.value.has(id)) clearSelection()
    },
    onDrop: () => focusCard(id),
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
  const key = keyOf(column)
  return combine(
    scrollWhileDragging(scroller, 'vertical'),
    effect(() => void around.classList.toggle('over', target.value?.key === key)),
    dropTargetForElements({
      element: around,
      getData: ({ input, source }) => ({ ...placeUnder(scroller, input.clientY, idsIn(source.data)) }),
      onDrag({ self }) {
        const { before, index, top, height } = self.data as unknown as Place
        const now = target.value
        if (now?.key !== key || now.before !== before || now.top !== top || now.height !== height)
          target.value = { key, before, top, height }
        makeRoom(scroller, index, height)
      },
      onDragLeave() {
        target.value = undefined
        makeRoom(scroller, 0, 0)
      },
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
  /** The card that the dragged ones would come before, and the index of the first card below them. */
  before: string | undefined
  index: number
  /** In pixels, in the list; no height beside a dragged card, which may as well stay. */
  top: number
  height: number
}

/** In pixels, between two cards. */
const gap = 4

/**
 * Where a drop would put the dragged cards: before the first card whose middle is below the pointer. A pointer above or below
 * the list counts as being at the edge of its visible part.
 */
function placeUnder(scroller: HTMLElement, pointer: number, moving: readonly string[]): Place {
  const cards = cardsIn(scroller)
  const seen = scroller.getBoundingClientRect()
  const y = Math.max(seen.top, Math.min(seen.bottom, pointer)) - seen.top + scroller.scrollTop
  // By the places of the cards in the list, from which those that have made room are moved away.
  const under = firstCard(cards, ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight / 2 > y)
  // Below a list that goes on out of sight, all of the room must be in sight.
  const isBeyond = pointer > seen.bottom && under < cards.length
  const index = isBeyond
    ? Math.max(0, firstCard(cards, ({ offsetTop }) => offsetTop + room - gap > y) - 1)
    : under
  const [above, below] = [cards[index - 1], cards[index]]
  const isMoving = (card: HTMLElement | undefined) => moving.includes(card?.dataset.id ?? '')
  let next = index
  while (isMoving(cards[next])) next++
  return {
    before: cards[next]?.dataset.id,
    index,
    top: below ? below.offsetTop : above ? above.offsetTop + above.offsetHeight + gap : gap,
    height: isMoving(above) || isMoving(below) ? 0 : room,
  }
}
