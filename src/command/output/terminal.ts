import { twoColumns } from '../command.ts'

// Answers go to standard output, everything else to standard error, so that answers can be piped.

for (const stream of [process.stdout, process.stderr]) {
  // `inboard users list | head` must not fail, and work continues if nobody reads the output.
  stream.on('error', () => {})
}

export function say(text: string): undefined {
  clearProgress()
  if (text !== '') process.stdout.write(text.endsWith('\n') ? text : `${text}\n`)
}

export const remark = (text: string) => {
  clearProgress()
  process.stderr.write(text.endsWith('\n') ? text : `${text}\n`)
}

/** `--json` prints the answer for programs. */
export const jsonOption = { json: { help: 'print JSON' } } as const

export function answer(options: { json?: string }, value: unknown, inWords: () => string): void {
  say(options.json === undefined ? inWords() : inJson(value, 2))
}

/** Escapes control characters and bidirectional overrides, which JSON allows. */
export const inJson = (value: unknown, indent?: number) =>
  JSON.stringify(value, null, indent).replace(
    /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

let isShowing = false

/** A progress bar, on a terminal: one line that is overwritten. */
export function showProgress(what: string, done: number, of: number): void {
  if (!process.stderr.isTTY) return
  isShowing = true
  const share = of > 0 ? Math.min(done / of, 1) : 1
  const bar = '█'.repeat(Math.round(share * 24)).padEnd(24, '░')
  process.stderr.write(`\r\x1b[K${what}  ${bar} ${String(Math.round(share * 100)).padStart(3)} %`)
}

export function clearProgress(): void {
  if (isShowing) process.stderr.write('\r\x1b[K')
  isShowing = false
}

/** `2 accounts`, `1 account`. */
export const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`

/** Sessions, passkeys and API tokens, as a list. */
export const accessIn = (given: { sessions: number; passkeys: number; api_tokens: number }) =>
  [
    count(given.sessions, 'session'),
    count(given.passkeys, 'passkey'),
    count(given.api_tokens, 'API token'),
  ].join(', ')

/** `53.1 MB`. */
export function inBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`
}

export const facts = (rows: [string, string | number][]) =>
  twoColumns(rows.map(([name, value]) => [name, String(value)]))

/** Columns are as wide as their widest entry; numbers are right-aligned. */
export function table(head: string[], rows: (string | number)[][]): string {
  const isNumber = (column: number) => rows.every((row) => typeof row[column] === 'number')
  const all = [head, ...rows].map((row) =>
    row.map((one) => (typeof one === 'number' ? one.toLocaleString('en') : one)),
  )
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((one, column) =>
          isNumber(column) ? one.padStart(widths[column] ?? 0) : one.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
