import { kindOf } from '../../server/common/files.ts'
import { type Config, databaseUrl, databaseUrls } from '../../server/config/config.ts'
import { copyDatabase } from '../../server/operate/copy-database.ts'
import { type Given, UsageError } from '../command.ts'
import { count, say, showProgress } from '../output/terminal.ts'

type Database = Config['database']

export const options = {
  from: { value: 'URL', help: 'the database to read; stop its server first' },
  to: { value: 'URL', help: 'the database to fill, SQLite or PostgreSQL' },
}
export const notes = `The target must be empty. Everything is copied, or nothing.

  inboard copy --from sqlite:./data/inboard.db --to postgres://user:password@host/database`

export async function run({ options: { from: source, to: target } }: Given): Promise<undefined> {
  const from = readUrl('from', source)
  const to = readUrl('to', target)
  const start = performance.now()
  const rows = await copyDatabase(from, to, (table, done, of) =>
    done < of ? showProgress(table, done, of) : say(`${table.padEnd(20)} ${of.toLocaleString('en')} copied`),
  )
  if (to.engine === 'sqlite') (await import('../../server/db/sqlite/mark.ts')).mark(to.file)
  const seconds = (performance.now() - start) / 1000
  say(`\nDone: ${count(rows, 'row')} in ${seconds.toFixed(1)} s, read back and compared.\n\n${nextSteps}`)
}

/** Messages never repeat the URL: it may contain a password. */
function readUrl(name: 'from' | 'to', given: string | undefined): Database {
  if (given === undefined) throw new UsageError('Both --from and --to are needed. See: inboard copy --help')
  const database = databaseUrl(given)
  if (!database || (database.engine === 'sqlite' && kindOf(database.file) === 'folder'))
    throw new UsageError(`--${name} must be ${databaseUrls}.`)
  return database
}

const nextSteps = `Next:
  1. Keep the old server stopped: what it writes from now on is not in the copy.
  2. DATABASE_URL: set it to the URL you gave as --to.
  3. JWT_SECRET: give the new server the same one as the old server. If that had none, it is in the file
     jwt-secret beside its SQLite database: copy that beside the new one, or set JWT_SECRET to its contents.
     With another secret, everyone is signed out and unsent links are lost.
  4. Start the server.
`
