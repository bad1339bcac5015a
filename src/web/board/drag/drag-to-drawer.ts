import { closeDrawer, drawer, hasDrawer, openDrawer } from '../../frame/drawer.ts'

// On a narrow screen the inbox and the projects are in the drawer. Holding a dragged card at the left edge of the screen, or over
// the drawer's button, opens the drawer; dragging it away closes the drawer.

const edge = 24
/** Long enough that passing by does not open it. */
const holdInMs = 250

let holding: ReturnType<typeof setTimeout> | undefined

export function reachForDrawer({ clientX, clientY }: { clientX: number; clientY: number }): void {
  if (!hasDrawer()) return
  if (drawer.value) {
    // Its width, not where it is: it may still be sliding in.
    const width = document.getElementById('sidebar')?.offsetWidth ?? 0
    if (clientX > width + edge) closeDrawer()
    return
  }
  const isReaching =
    (clientX < edge && isAtFirstColumn()) ||
    document.elementFromPoint(clientX, clientY)?.closest('[aria-controls="sidebar"]')
  if (isReaching) holding ??= setTimeout(openDrawer, holdInMs)
  else stopHolding()
}

export function endReaching(): void {
  stopHolding()
  closeDrawer()
}

function stopHolding(): void {
  clearTimeout(holding)
  holding = undefined
}

/** Otherwise the left edge is where the board scrolls. */
const isAtFirstColumn = () => (document.querySelector('.columns')?.scrollLeft ?? 0) < 1
