import { stored } from './local-storage.ts'

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

/** How a key is shown: `Mod+k` as `Ctrl K`. */
export const labelOf = (key: string) =>
  key
    .split(/(?<=.)\+/)
    .map((part) => labels[part] ?? (key.includes('+') && part.length === 1 ? part.toUpperCase() : part))
    .join(' ')

/** The same for the attribute `aria-keyshortcuts`. */
export const ariaOf = (key: string) => (key === '+' ? 'Plus' : key.replace('Mod', isMac ? 'Meta' : 'Control'))

/**
 * Whether a key belongs to a word that is still being put together, as in Japanese. Safari says so of the Enter that confirms it by its
 * code alone.
 */
export const isComposing = ({ isComposing: isSaid, keyCode }: KeyboardEvent) => isSaid || keyCode === 229

/** Whether single keys are shortcuts. People who dictate, or hit keys by accident, can switch them off (WCAG 2.1.4). */
export const shortcutsOn = stored('shortcuts', true)
