import { isComposing, shortcutsOn } from '../device/keys.ts'
import { byKeys, byTouch } from '../device/touch.ts'
import { dialog, openCardMenu, openColumnMenu, openProjectMenu, sought } from '../state/dialogs.ts'
import { cursor, forgetInterruption, isForGoneField, isTyping } from '../state/focus.ts'
import { afterCommits, isCommitting } from '../sync/commit.ts'
import { commands, isPossible } from './commands.ts'

function keyOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  const mod = ctrlKey || metaKey ? 'Mod+' : ''
  // Shift makes another character of a sign. A letter may have a shortcut of its own with Shift.
  const shift = shiftKey && (mod || name.length > 1 || withShift.has(name)) ? 'Shift+' : ''
  return mod + shift + name
}

const withShift = new Set(
  commands.flatMap(({ keys = [] }) => keys.map((key) => /^Shift\+([a-z])$/.exec(key)?.[1])),
)
const isSingleKey = (key: string) => /^(Shift\+)?.$/u.test(key)

// Shortcuts only when a card has the focus: on a button or link, the browser has its own use for these keys.
const cardKeys = new Set(['Enter', 'Space', 'Delete', 'Backspace', 'Home', 'End'])

/** Listens on the whole page. Returns a function that stops it. */
export function listenForKeysAndRightClicks(): () => void {
  const listening = new AbortController()
  const { signal } = listening
  addEventListener('keydown', press, { signal })
  addEventListener('pointerdown', forgetInterruption, { signal })
  addEventListener('contextmenu', rightClick, { signal })
  return () => listening.abort()
}

/** The card with the focus when the last shortcut was pressed. */
let pressedOn: string | undefined

function press(event: KeyboardEvent): void {
  const target = event.target as Element
  const key = keyOf(event)
  // The palette is still loading, and begins with what is typed.
  const isText = isSingleKey(key) || key === 'Space'
  if (dialog.value === 'palette' && isText && !document.querySelector('dialog')) sought.value += event.key
  if (dialog.value || isComposing(event) || event.defaultPrevented) return
  if (isForGoneField(key, target) && isSingleKey(key)) return
  // Alt with a letter or arrow belongs to the browser; but some keyboards type signs such as [ with Alt.
  if (event.altKey && /^\w/.test(event.key)) return
  if ((isTyping(target) || target.closest('.editor')) && key !== 'Mod+k') return
  if (cardKeys.has(key) && !target.matches('.card')) return
  if (!shortcutsOn.value && isSingleKey(key)) return
  // Outside the cards, arrows scroll or change radio buttons.
  if (key.includes('Arrow') && !target.matches('body, main, main *:not([type="radio"])')) return
  const meant = commands.filter(({ keys }) => keys?.includes(key))
  // Keys may come faster than the disk writes, and one may enable the next.
  if (meant.length === 0 || !(isCommitting() || meant.some(isPossible))) return
  event.preventDefault()
  const card = cursor.value
  // Keys pressed on the same card follow the cursor: an earlier one may still move it.
  const isChosenAnew = card !== undefined && card !== pressedOn
  pressedOn = card
  afterCommits(() => {
    const { value: now } = cursor
    if (isChosenAnew) cursor.value = card
    meant.find(isPossible)?.run()
    // The next key applies to where the person is now.
    if (isChosenAnew && cursor.value === card) cursor.value = now
  })
}

/**
 * Opens our menus at the pointer, and by the keyboard's menu key or Shift+F10. Links, selected text and fields keep the browser's
 * own menu.
 */
function rightClick(event: MouseEvent): void {
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

function isSelected(element: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true)
}
