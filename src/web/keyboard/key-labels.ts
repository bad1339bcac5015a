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
