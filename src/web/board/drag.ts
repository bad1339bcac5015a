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
import { sendAndStepOn } from '../actions/chosen-cards.ts'
import { moveCards } from '../actions/move-cards.ts'
import { type Column, keyOf } from '../state/columns.ts'
import { focusCard } from '../state/focus.ts'
import { chosen, clearSelection, selected } from '../state/selection.ts'
import { holdStill } from '../sync/follow.ts'
import { dragged, target } from './drag-state.ts'
import { endReaching, reachForDrawer } from './drag-to-drawer.ts'

const none: ReadonlySet<string> = new Set()

const idsIn = (data: Record<string | symbol, unknown>) => data.ids as readonly string[]

// For the whole page, not for each card: a dragged card may be deleted elsewhere, and then gets no more events.
let letGo = () => {}
monitorForElements({
  onDragStart({ source }) {
    letGo = holdStill()
    dragged.value = new Set(idsIn(source.data))
    document.body.classList.add('dragging')
  },
  onDrag: ({ location }) => reachForDrawer(location.current.input),
  onDrop() {
    letGo()
    endReaching()
    dragged.value = none
    target.value = undefined
    document.body.classList.remove('dragging')
  },
})

export function dragCard(element: HTMLElement, id: string): () => void {
  return draggable({
    element,
    getInitialData: () => ({ ids: selected.value.has(id) ? chosen.value : [id] }),
    onGenerateDragPreview({ nativeSetDragImage, source }) {
      const { length } = idsIn(source.data)
      if (length === 1) return
      setCustomNativeDragPreview({
        nativeSetDragImage,
        getOffset: pointerOutsideOfPreview({ x: '0.75rem', y: '0.5rem' }),
        render({ container }) {
          const pile = document.createElement('div')
          pile.className = 'drag-preview'
          pile.textContent = `${length} cards`
          container.append(pile)
        },
      })
    },
    onDragStart() {
      if (!selected.value.has(id)) clearSelection()
    },
    onDrop: () => focusCard(id),
  })
}

/** Lets cards be dropped between the cards of a column. `around` is the area that counts as the column. */
export function dropOnColumn(around: HTMLElement, scroller: HTMLElement, column: Column): () => void {
  const key = keyOf(column)
  return combine(
    scrollWhileDragging(scroller, 'vertical'),
    effect(() => void around.classList.toggle('over', target.value?.key === key)),
    dropTargetForElements({
      element: around,
      getData: ({ input, source }) => ({ ...gapUnder(scroller, input.clientY, idsIn(source.data)) }),
      onDrag({ self }) {
        const { before, top } = self.data as ReturnType<typeof gapUnder>
        const now = target.value
        if (now?.key !== key || now.before !== before || now.top !== top) target.value = { key, before, top }
      },
      onDragLeave() {
        target.value = undefined
      },
      onDrop({ self, source }) {
        moveCards(idsIn(source.data), column, self.data.before as string | undefined)
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

/**
 * The gap between two cards where a drop would put the dragged ones: before the first card whose middle is below the
 * pointer, found by binary search. A pointer above or below the list counts as being at the edge of its visible part.
 */
function gapUnder(
  scroller: HTMLElement,
  pointer: number,
  moving: readonly string[],
): { before: string | undefined; top: number } {
  const cards = (scroller.firstElementChild?.children ?? []) as ArrayLike<HTMLElement>
  const seen = scroller.getBoundingClientRect()
  const y = Math.max(seen.top, Math.min(seen.bottom, pointer))
  let [low, high] = [0, cards.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { top, bottom } = boxOf(cards[middle])
    if ((top + bottom) / 2 > y) high = middle
    else low = middle + 1
  }
  const top = middleOf(cards[low - 1], cards[low])
  while (moving.includes(cards[low]?.dataset.id ?? '')) low++
  return { before: cards[low]?.dataset.id, top }
}

/** The vertical middle between two cards, or just beyond the first or the last. */
function middleOf(above: HTMLElement | undefined, below: HTMLElement | undefined): number {
  const gap = 4
  if (below) return below.offsetTop - gap / 2
  return above ? above.offsetTop + above.offsetHeight + gap / 2 : gap
}

const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
