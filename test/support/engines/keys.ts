/** WebDriver's codes of keys that insert no text. */
export const codes: Record<string, string> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
}

const names = new Map(Object.entries(codes).map(([name, code]) => [code, name]))

/** The name of the key with this code, or that inserts this text. */
export const nameOf = (code: string) => names.get(code) ?? code
