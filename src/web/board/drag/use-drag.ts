import { useLayoutEffect } from 'preact/hooks'

type Drag = typeof import('./drag.ts')

let library: Promise<Drag> | undefined

/**
 * Dragging is a quarter of the app's code and useless before there are cards, so it is loaded after them. If it cannot
 * be loaded, because the server has a newer version by now, cards can still be moved by keyboard and menu.
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
