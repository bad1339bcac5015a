import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { setCustomNativeDragPreview } from '@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview'
import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { signal } from '@preact/signals'
import { moveCards } from '../state/cards.ts'
import { keyOf, type Place } from '../state/columns.ts'
import { chosen, clearSelection, focusCard, selected } from '../state/selection.ts'
import { sendAway } from './keys.ts'

/** The cards that are being dragged. */
export const dragged = signal<readonly string[]>([])

/** Where they would go if they were dropped now: a column, the card they would come before, and where that is. */
export const target = signal<{ key: string; before?: string | undefined; top: number } | undefined>()

const idsIn = (data: Record<string | symbol, unknown>) => data.ids as readonly string[]

export function dragCard(element: HTMLElement, id: string): () => void {
  return draggable({
    element,
    getInitialData: () => ({ ids: selected.value.has(id) ? chosen.value : [id] }),
    onGenerateDragPreview({ nativeSetDragImage, source }) {
      const { length } = idsIn(source.data)
      if (length === 1) return
      setCustomNativeDragPreview({
        nativeSetDragImage,
        render({ container }) {
          container.className = 'drag-preview'
          container.textContent = `${length} cards`
        },
      })
    },
    onDragStart({ source }) {
      if (!selected.value.has(id)) clearSelection()
      dragged.value = idsIn(source.data)
    },
    onDrop() {
      dragged.value = []
      target.value = undefined
      focusCard(id)
    },
  })
}

/** Cards can be dropped between the cards of a list. */
export function dropOnColumn(column: HTMLElement, scroller: HTMLElement, place: Place): () => void {
  const key = keyOf(place)
  return combine(
    autoScrollForElements({ element: scroller }),
    dropTargetForElements({
      element: column,
      getData: ({ input }) => ({ ...placeAt(scroller, input.clientY) }),
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

export const scrollWhileDragging = (element: HTMLElement) => autoScrollForElements({ element })

/** The first card whose middle is below the pointer, found by halving: a column may be long. */
function placeAt(scroller: HTMLElement, y: number): { before: string | undefined; top: number } {
  const cards = scroller.firstElementChild?.children ?? []
  let [low, high] = [0, cards.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const { top, bottom } = boxOf(cards[middle])
    if ((top + bottom) / 2 > y) high = middle
    else low = middle + 1
  }
  const next = cards[low] as HTMLElement | undefined
  const last = cards[cards.length - 1] as HTMLElement | undefined
  const top = next ? next.offsetTop : last ? last.offsetTop + last.offsetHeight : 0
  return { before: next?.dataset.id, top }
}

const boxOf = (element: Element | undefined) => element?.getBoundingClientRect() ?? new DOMRect()
