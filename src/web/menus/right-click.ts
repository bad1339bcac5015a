import { byKeys, byTouch } from '../device/touch.ts'
import { isTyping } from '../state/focus.ts'
import { openCardMenu, openColumnMenu, openProjectMenu } from './open.ts'

/**
 * Opens our menus at the pointer, and by the keyboard's menu key or Shift+F10. Links, selected text and fields keep the browser's
 * own menu. Returns a function that stops it.
 */
export function listenForRightClicks(): () => void {
  const click = (event: MouseEvent) => {
    const { target, clientX: x, clientY: y } = event
    if (!(target instanceof Element) || byTouch() || isTyping(target) || isSelected(target)) return
    const subject = target.closest<HTMLElement>('.card, [data-column], [data-project]')
    if (!subject || (subject.matches('.card') && target.closest('a, .editor'))) return
    event.preventDefault()
    const point = byKeys() ? undefined : { x, y }
    const { id, column, project } = subject.dataset
    if (id) openCardMenu(id, point)
    else if (column) openColumnMenu(column, subject.querySelector('button.icon') ?? subject, point)
    else if (project) openProjectMenu(project, subject, point)
  }
  addEventListener('contextmenu', click)
  return () => removeEventListener('contextmenu', click)
}

function isSelected(element: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}
