import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { resolve } from 'node:path'
import { table } from '../../bench/markdown.ts'
import { scenarios } from './all.ts'
import { engines, type Outcome, type Scenario, type Trial } from './scenario.ts'
import { openPlace } from './support/places.ts'

export const page = 'test/faults/results.md'
const file = resolve(import.meta.dirname, '../..', page)
const [open, close] = ['<!-- faults -->', '<!-- end of faults -->']

const databases = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
const head = ['', 'database', 'tries', 'wrong', 'recovered within', 'measured', 'took', 'on']

/** The cells of one row of the results. */
export type Row = string[]

export function rowOf(
  { name, title }: Scenario,
  { engine, size }: Trial,
  outcome: Outcome,
  took: number,
): Row {
  const { tries, wrong, recovery, measured = '' } = outcome
  return [
    `${name}: ${title}`,
    databases[engine],
    tries.toLocaleString('en'),
    String(wrong.length),
    recovery === undefined ? '' : `${Math.round(recovery).toLocaleString('en')} ms`,
    measured,
    took < 120_000 ? `${Math.round(took / 1000)} s` : `${Math.round(took / 60_000)} min`,
    new Date().toISOString().slice(0, 10) + (size === 'whole' ? '' : `, ${size}`),
  ]
}

export const tableOf = (rows: Row[]): string => table(head, rows)

/** The heading of the table. It names a command for each row alone, because scenarios do not depend on each other. */
export async function circumstances(): Promise<string> {
  const versions = await Promise.all(engines.map(versionOf))
  return (
    `Each row by \`npm run faults -- --only\` and its name: ${availableParallelism()} cores` +
    ` (${cpus()[0]?.model.trim()}), Node ${process.version}, ${versions.join(', ')}.`
  )
}

async function versionOf(engine: Trial['engine']): Promise<string> {
  if (engine === 'sqlite') return `SQLite ${process.versions.sqlite}`
  const place = await openPlace(engine)
  try {
    const connection = await place.connect()
    const { rows } = await connection.query('show server_version')
    await connection.end()
    return `PostgreSQL ${rows[0].server_version}`
  } finally {
    await place.close()
  }
}

/** Writes the rows into the page, and keeps those of scenarios that did not run this time. */
export function writeRows(heading: string, rows: Row[]): void {
  const [before, rest = ''] = readFileSync(file, 'utf8').split(open)
  const [old, after] = rest.split(close)
  if (old === undefined || after === undefined) throw new Error(`${page} has no place for the results.`)
  const known = new Map([...rowsIn(old), ...rows].map((row) => [keyOf(row), row]))
  const inOrder = scenarios
    .flatMap(({ name, engines }) => engines.map((engine) => known.get(keyOf([name, databases[engine]]))))
    .filter((row) => row !== undefined)
  writeFileSync(file, `${before}${open}\n\n${heading}\n\n${tableOf(inOrder)}\n\n${close}${after}`)
}

/** Rows are matched by scenario and database, so that a title can be changed. */
const keyOf = ([what, database]: Row) => `${what?.split(':')[0]} on ${database}`

const rowsIn = (markdown: string): Row[] =>
  markdown
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
