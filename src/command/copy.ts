import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Config, databaseUrl, databaseUrls } from '../server/config.ts'
import { kindOf } from '../server/configure.ts'
import { CopyRefused, copyDatabase, type Progress, type Verdict } from '../server/db/copy-database.ts'

type Database = Config['database']

const usage = `Carries everything from one database to another, which must be empty.

  npm run copy -- --from sqlite:./data/inboard.db --to postgres://user:password@host/database

  --from   the database to read; stop its server first
  --to     the database to fill, of either kind: all of it, or nothing
  --help   this
`

// The copy goes on when its output is no longer read.
process.stdout.on('error', () => {})

const say = (text: string) => process.stdout.write(text)

async function main(words: string[]): Promise<void> {
  if (words.includes('--help') || words.includes('-h')) {
    say(usage)
    return
  }
  const { from, to } = readArguments(words)
  const start = performance.now()
  let rows = 0
  await copyDatabase(from, to, {
    ...showProgress,
    verified(verdicts) {
      rows = verdicts.reduce((sum, table) => sum + table.rows, 0)
      say(verdictTable(verdicts))
    },
  })
  const seconds = (performance.now() - start) / 1000
  say(`\nDone: ${rows} rows in ${seconds.toFixed(1)} s.\n\n${nextSteps(from, to)}`)
}

/** Messages do not repeat the arguments, which may contain a password. */
function readArguments(words: string[]): { from: Database; to: Database } {
  const { tokens } = parseArgs({
    args: words,
    options: { from: { type: 'string' }, to: { type: 'string' } },
    strict: false,
    tokens: true,
  })
  const given: Record<string, Database> = {}
  for (const token of tokens) {
    if (token.kind !== 'option')
      throw new CopyRefused(`There is a word too many after --from or --to.${hint}`)
    const { name, value } = token
    if (name !== 'from' && name !== 'to') throw new CopyRefused(`There is no option --${name}.${hint}`)
    if (name in given) throw new CopyRefused(`--${name} is given twice.${hint}`)
    const database = databaseUrl(value ?? '')
    if (!database || (database.engine === 'sqlite' && kindOf(database.file) === 'folder'))
      throw new CopyRefused(`--${name} must be ${databaseUrls}.`)
    given[name] = database
  }
  const { from, to } = given
  if (!from || !to) throw new CopyRefused(`Both --from and --to are needed.${hint}`)
  return { from, to }
}

const hint = ' See npm run copy -- --help'

const showProgress: Omit<Progress, 'verified'> = {
  copying(table, rows, of) {
    if (process.stdout.isTTY) say(`\r\x1b[K${table.padEnd(12)} ${rows} of ${of}`)
  },
  copied(table, rows) {
    say(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${table.padEnd(12)} ${rows} copied\n`)
  },
}

function verdictTable(verdicts: Verdict[]): string {
  const lines = verdicts.map(({ table, rows, checksum, ok }) => [
    table,
    String(rows),
    checksum.slice(0, 16),
    ok ? 'ok' : 'DIFFERENT',
  ])
  const [names, counts] = [0, 1].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const head = ['table', 'rows', 'checksum', '']
  const shown = [head, ...lines].map(([table = '', rows = '', checksum = '', ok = '']) =>
    [table.padEnd(names ?? 0), rows.padStart(Math.max(counts ?? 0, 4)), checksum.padEnd(16), ok]
      .join('  ')
      .trimEnd(),
  )
  return `\nRead again and compared:\n\n${shown.join('\n')}\n`
}

function nextSteps(from: Database, to: Database): string {
  return `Next:
  1. The old server must stay stopped: what it writes from now on is not in the copy.
  2. DATABASE_URL: set it to what you gave as --to.
  3. JWT_SECRET: ${secretStep(from, to)}
     With another secret, everyone is signed out and links that were not sent yet are lost.
  4. npm start
`
}

function secretStep(from: Database, to: Database): string {
  const kept = from.engine === 'sqlite' ? join(dirname(from.file), 'jwt-secret') : ''
  if (!existsSync(kept)) return 'give the new server the one that the old server has.'
  if (to.engine === 'postgres')
    return `set it to what the file ${kept} says, unless the old server was given another.`
  if (dirname(to.file) === dirname(kept)) return `it is kept in ${kept}, where the new server finds it.`
  return `copy the file ${kept} to ${dirname(to.file)}, unless the old server was given another.`
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const text = error instanceof CopyRefused ? error.message : `It failed, and nothing was kept: ${error}`
  process.stderr.write(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${text}\n`)
  process.exitCode = 1
})
