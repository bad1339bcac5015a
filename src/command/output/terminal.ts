import { dateInWords, dueOf, everyInWords } from '../../board/due.ts'
import { type Day, dayIn } from '../../board/text/days.ts'
import { titleOf as titleOfText } from '../../board/text/marks.ts'
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

/** `Done: kqrt  Buy milk`, or a list. */
export const listOf = (verb: string, lines: readonly string[]): string =>
  lines.length === 1 ? `${verb}: ${lines[0]}` : [`${verb}:`, ...lines.map((line) => `  ${line}`)].join('\n')

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

/** What is in a database. */
export const contentsIn = (given: { accounts: number; projects: number; cards: number }) =>
  [count(given.accounts, 'account'), count(given.projects, 'project'), count(given.cards, 'card')].join(', ')

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

/** Control characters and bidirectional overrides: a card must not control the terminal that lists it. */
const commanding = /(?![\t\n])\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

export const printable = (text: string) =>
  text.replaceAll('\r\n', '\n').replace(commanding, (one) => {
    const digits = one.charCodeAt(0).toString(16)
    return digits.length > 2 ? `\\u${digits}` : `\\x${digits.padStart(2, '0')}`
  })

/** The title of a card, without its marks; `…` says that there is more. */
export function titleOf(text: string): string {
  const whole = text.replaceAll('\r\n', '\n').trim()
  const title = printable(titleOfText(whole)).replaceAll('\t', ' ').trimEnd()
  return whole.includes('\n') ? `${title} …` : title
}

/** The person's day, in the time zone of this machine. */
export const thisDay = (): Day => dayIn(new Date())

/** `Fri 27 Nov, every month`; undefined for a card without a date. */
export function datesOf(card: { text: string }, today: Day): string | undefined {
  const dates = dueOf(card)
  if (!dates) return undefined
  const { due, every } = dates
  return [dateInWords(due, today), ...(every ? [everyInWords(every)] : [])].join(', ')
}

/** `Pay rent · due Fri 27 Nov, every month` */
export function titleWithDates(card: { text: string }, today: Day): string {
  const dates = datesOf(card, today)
  return `${titleOf(card.text)}${dates === undefined ? '' : ` · due ${dates}`}`
}

const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u
const widthOf = (character: string) => (/^[\p{M}\p{Cf}]$/u.test(character) ? 0 : wide.test(character) ? 2 : 1)

/** Shortens a line to a number of terminal columns. */
export function cut(line: string, columns: number): string {
  let width = 0
  let kept = ''
  for (const character of line) {
    width += widthOf(character)
    if (width > columns) return `${[...kept].slice(0, -1).join('')}…`
    kept += character
  }
  return line
}

/** `"Buy milk"`, or `3 cards`. */
export const whatOf = (cards: readonly { text: string }[]) =>
  cards.length === 1 ? `"${cut(titleOf(cards[0]?.text ?? ''), 60)}"` : count(cards.length, 'card')
