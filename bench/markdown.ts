import type { Spread } from './statistics.ts'

/** A table that is also readable as text. The first column is text, the others are numbers. */
export function table(head: string[], rows: string[][]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const pad = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  const line = (cells: string[]) => `| ${cells.map(pad).join(' | ')} |`
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

export const whole = (number: number) => Math.round(number).toLocaleString('en')
export const fine = (number: number) => (number < 10 ? number.toFixed(2) : number.toFixed(1))
export const ratio = ({ low, median, high }: Spread) =>
  `${median.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`
export const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`
