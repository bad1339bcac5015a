import { existsSync } from 'node:fs'
import { CommandError } from '../../server/common/command-error.ts'
import type { Config } from '../../server/config/config.ts'
import { configurePart } from '../../server/config/configure.ts'
import { readEnvFile } from '../../server/config/env-file.ts'
import type { Database } from '../../server/db/database.ts'
import { checkSchema, DatabaseTooNew } from '../../server/db/migrate.ts'
import { openBeside } from '../../server/db/open.ts'
import { describePostgres } from '../../server/db/postgres/target.ts'

/** The database that the environment configures. */
export function configuredDatabase(): Config['database'] {
  readEnvFile()
  return configurePart(process.env, 'database').database
}

/** Without the password. */
export const nameOf = (database: Config['database']) =>
  database.engine === 'sqlite' ? database.file : describePostgres(database.url)

export function requireFile(database: Config['database']): void {
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new CommandError(
      `There is no database: the file ${database.file} does not exist. Check DATABASE_URL, or start the server to create it.`,
    )
}

/** Opens the database beside a running server. Neither creates nor migrates it. */
export async function withDatabase<Result>(
  database: Config['database'],
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  requireFile(database)
  const db = await openBeside(database)
  try {
    await requireSchema(db)
    return await work(db)
  } finally {
    await db.close()
  }
}

async function requireSchema(db: Database): Promise<void> {
  try {
    await checkSchema(db)
  } catch (error) {
    if (error instanceof DatabaseTooNew) throw error
    const { message } = (error as Error).cause as Error
    throw new CommandError(
      message.startsWith('The database')
        ? `${message} Start the server first: it migrates the database.`
        : `This is not an Inboard database (${message}). Check DATABASE_URL.`,
    )
  }
}
