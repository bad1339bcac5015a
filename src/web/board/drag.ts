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
import { moveCards } from '../state/cards.ts'
import { keyOf, type Place } from '../state/columns.ts'
import { chosen, clearSelection, focusCard, selected } from '../state/selection.ts'
import { dragged, target } from './drag-state.ts'
import { sendAway } from './keys.ts'

const none: ReadonlySet<string> = new Set()

const idsIn = (data: Record<string | symbol, unknown>) => data.ids as readonly string[]

// A card that is dragged may be deleted elsewhere meanwhile, and then hears no more of it.
monitorForElements({
  onDragStart({ source }) {
    dragged.value = new Set(idsIn(source.data))
    document.body.classList.add('dragging')
  },
  onDrop() {
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

/** Cards can be dropped between the cards of a list, and what is around the list leads into it. */
export function dropOnColumn(around: HTMLElement, scroller: HTMLElement, place: Place): () => void {
  const key = keyOf(place)
  return combine(
    scrollWhileDragging(scroller, 'vertical'),
    effect(() => void around.classList.toggle('over', target.value?.key === key)),
    dropTargetForElements({
      element: around,
      getData: ({ input, source }) => ({ ...placeAt(scroller, input.clientY, idsIn(source.data)) }),
      onDrag({ self }) {
        const { before, top } = self.data as ReturnType<typeof placeAt>
        const now = target.value
        if (now?.key !== key || now.before !== before || now.top !== top) target.value = { key, before, top }
      },
      onDragLeave() {
        target.value = undefined
      },
      onDrop({ self, source }) {
        moveCards(idsIn(source.data), place, self.data.before as string | undefined)
      },
    }),
  )
}

/** Or on the name of a project, or of the inbox. */
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
      sendAway(idsIn(source.data), projectId)
    },
  })
}

export const scrollWhileDragging = (element: HTMLElement, axis: 'horizontal' | 'vertical') =>
  autoScrollForElements({ element, getAllowedAxis: () => axis })

/**
 * Between two cards of a list: before the first one whose middle is below the pointer, found by halving, for a list
 * may be long. The pointer may be above or below the list; only what can be seen of it counts.
 */
function placeAt(
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
  const top = gapAt(cards[low - 1], cards[low])
  while (moving.includes(cards[low]?.dataset.id ?? '')) low++
  return { before: cards[low]?.dataset.id, top }
}

/** The middle between two cards, or just beyond the first or the last. */
function gapAt(above: HTMLElement | undefined, below: HTMLElement | undefined): number {
  const gap = 4
  if (below) return below.offsetTop - gap / 2
  return above ? above.offsetTop + above.offsetHeight + gap / 2 : gap
}

const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
