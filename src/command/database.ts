import { existsSync } from 'node:fs'
import type { Config } from '../server/config.ts'
import { configurePart } from '../server/configure.ts'
import type { Database } from '../server/db/database.ts'
import { checkSchema, DatabaseTooNew } from '../server/db/migrate.ts'
import { openBeside } from '../server/db/open.ts'
import { describePostgres } from '../server/db/postgres/hosts.ts'
import { readEnvFile } from '../server/env-file.ts'
import { Refused } from '../server/refused.ts'

/** The database that the server uses, by the environment. */
export function configuredDatabase(): Config['database'] {
  readEnvFile()
  return configurePart(process.env, 'database').database
}

/** Without the password. */
export const nameOf = (database: Config['database']) =>
  database.engine === 'sqlite' ? database.file : describePostgres(database.url)

export function requireFile(database: Config['database']): void {
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new Refused(
      `There is no database: the file ${database.file} does not exist. DATABASE_URL says where it is, and a server makes it when it starts.`,
    )
}

/** Works in the database beside a server that may be running. It is neither made nor migrated. */
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
    const { cause } = error as Error
    throw new Refused(
      `This is not a database of this version of Inboard (${(cause as Error).message}). If it is one of an older version, start the server first: it migrates it.`,
    )
  }
}
