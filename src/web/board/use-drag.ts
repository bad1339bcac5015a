import { useLayoutEffect } from 'preact/hooks'

type Drag = typeof import('./drag.ts')

let library: Promise<Drag> | undefined

/**
 * Dragging is a quarter of the app's weight and of no use before there are cards to drag, so it comes after them. Should it
 * not come, because the server has a newer version by now, everything can still be moved in the other ways.
 */
export function useDrag(setUp: (drag: Drag) => (() => void) | false | null, inputs: unknown[]): void {
  useLayoutEffect(() => {
    let end: (() => void) | false | null = null
    let isOver = false
    library ??= import('./drag.ts')
    library.then(
      (drag) => {
        if (!isOver) end = setUp(drag)
      },
      () => {
        library = undefined
      },
    )
    return () => {
      isOver = true
      if (end) end()
    }
  }, inputs)
}
