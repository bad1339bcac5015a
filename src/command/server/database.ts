import { CommandError } from '../../server/common/command-error.ts'
import type { Config } from '../../server/config/config.ts'
import { configurePart } from '../../server/config/configure.ts'
import { readEnvFile } from '../../server/config/environment.ts'
import type { Database, ReadableDatabase, Reader } from '../../server/db/database.ts'
import { checkSchema, WrongVersion } from '../../server/db/migrate.ts'
import { openBeside, readDatabase } from '../../server/db/open.ts'
import { describePostgres } from '../../server/db/postgres/target.ts'
import { isPresent } from '../../server/db/sqlite/files.ts'
import { findLost } from '../../server/db/sqlite/mark.ts'
import { adviceOn } from '../../server/process/start-errors.ts'

/** The database that the environment configures. */
export function configuredDatabase(): Config['database'] {
  readEnvFile()
  return configurePart(process.env, 'database').database
}

/** Without the password. */
export const nameOf = (database: Config['database']) =>
  database.engine === 'sqlite' ? database.file : describePostgres(database.url)

export function requireFile(database: Config['database']): void {
  if (database.engine === 'postgres') return
  const lost = findLost(database.file)
  if (lost) throw new CommandError(`${lost.says} ${lost.todo}`)
  if (!isPresent(database.file))
    throw new CommandError(
      `There is no database: the file ${database.file} does not exist. Check DATABASE_URL, or start the server to create it.`,
    )
}

/** Opens the database beside a running server. Neither creates nor migrates it. */
export const withDatabase = <Result>(
  database: Config['database'],
  work: (db: Database) => Promise<Result>,
): Promise<Result> => using(openBeside, database, work)

/** The same for reading only, also on a read-only disk. */
export const withReadableDatabase = <Result>(
  database: Config['database'],
  work: (db: ReadableDatabase) => Promise<Result>,
): Promise<Result> => using(readDatabase, database, work)

async function using<Opened extends ReadableDatabase, Result>(
  open: (database: Config['database']) => Promise<Opened>,
  database: Config['database'],
  work: (db: Opened) => Promise<Result>,
): Promise<Result> {
  requireFile(database)
  const db = await open(database)
  try {
    await requireSchema(db)
    return await work(db)
  } finally {
    await db.close()
  }
}

async function requireSchema(db: Reader): Promise<void> {
  try {
    await checkSchema(db)
  } catch (error) {
    if (error instanceof WrongVersion) throw error
    const { message } = (error as Error).cause as Error
    throw new CommandError(
      message.startsWith('The database')
        ? `${message} Start the server first: it migrates the database.`
        : `This is not an Inboard database (${message}). ${adviceOn(message)}`,
    )
  }
}
