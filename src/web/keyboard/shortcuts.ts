import { dialog, sought } from '../dialogs/open.ts'
import { cursor, forgetInterruption, isForGoneField, isTyping } from '../state/focus.ts'
import { afterCommits, isCommitting } from '../sync/commit.ts'
import { commands, isPossible } from './commands.ts'
import { isComposing } from './composing.ts'
import { shortcutsOn } from './shortcut-setting.ts'

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
export function listenForShortcuts(): () => void {
  let pressedOn: string | undefined
  const press = (event: KeyboardEvent) => {
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
    // The same card as for the key before, and that one may move the cursor: then this key means where it is moved to.
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
  addEventListener('keydown', press)
  addEventListener('pointerdown', forgetInterruption)
  return () => {
    removeEventListener('keydown', press)
    removeEventListener('pointerdown', forgetInterruption)
  }
}
