import { commands, isPossible } from './commands.ts'
import { dialog } from './dialogs/open.ts'
import { shortcutsOn } from './shortcut-setting.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

const labels: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Backspace: '⌫',
  Delete: 'Del',
  Mod: isMac ? '⌘' : 'Ctrl',
}

/** `Mod+k` → `Ctrl K` */
export const labelOf = (key: string) =>
  key
    .split('+')
    .map((part) => labels[part] ?? (key.includes('+') && part.length === 1 ? part.toUpperCase() : part))
    .join(' ')

function keyOf({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): string {
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  const mod = ctrlKey || metaKey ? 'Mod+' : ''
  // With Shift alone a letter or a sign is another one already.
  const shift = shiftKey && (mod || name.length > 1) ? 'Shift+' : ''
  return mod + shift + name
}

// On a button or a link these do what the browser does.
const cardKeys = new Set(['Enter', 'Space', 'Delete', 'Backspace', 'Home', 'End'])

const isTyping = (target: Element) =>
  target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')

/** From anywhere on the page, save where the keys are needed for typing. */
export function listenForShortcuts(): () => void {
  const press = (event: KeyboardEvent) => {
    const target = event.target as Element
    const key = keyOf(event)
    if (dialog.value || event.isComposing || event.defaultPrevented) return
    // Some keyboards have signs such as [ on Alt; letters and arrows with Alt belong to the browser.
    if (event.altKey && /^\w/.test(event.key)) return
    if (isTyping(target) && key !== 'Mod+k') return
    if (cardKeys.has(key) && !target.matches('.card')) return
    if (!shortcutsOn.value && key.length === 1) return
    // Arrows scroll and change radio buttons elsewhere.
    if (key.includes('Arrow') && !target.matches('body, main, main *:not([type="radio"])')) return
    const command = commands.find((one) => one.keys?.includes(key) && isPossible(one))
    if (!command) return
    event.preventDefault()
    command.run()
  }
  addEventListener('keydown', press)
  return () => removeEventListener('keydown', press)
}
