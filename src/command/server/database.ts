// The database that commands work on, beside a running server, and the accounts in it.
import { createAccess } from '../../server/accounts/access.ts'
import { findAccountId } from '../../server/accounts/administer.ts'
import { systemClock as clock } from '../../server/common/clock.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { normaliseEmail } from '../../server/common/email.ts'
import { ProblemError } from '../../server/common/problems.ts'
import type { World } from '../../server/common/world.ts'
import type { Config } from '../../server/config/config.ts'
import { configurePart } from '../../server/config/configure.ts'
import { readEnvFile } from '../../server/config/environment.ts'
import type { ReadableDatabase, Reader } from '../../server/db/database.ts'
import { checkSchema, WrongVersion } from '../../server/db/migrate.ts'
import { openBeside, readDatabase } from '../../server/db/open.ts'
import { describePostgres } from '../../server/db/postgres/target.ts'
import { isPresent } from '../../server/db/sqlite/files.ts'
import { findLost } from '../../server/db/sqlite/mark.ts'
import { adviceOn } from '../../server/process/start-errors.ts'

type Part = Pick<World, 'db' | 'clock' | 'access'>
type ReadablePart = Pick<World, 'clock'> & { db: ReadableDatabase }

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

/** Opens the configured database. Neither creates nor migrates it. */
export const withAccounts = <Result>(work: (world: Part) => Promise<Result>): Promise<Result> =>
  withDatabase(openBeside, async (db) => {
    const access = createAccess(db, clock)
    return await work({ db, clock, access }).finally(() => access.stop())
  })

/** The same for reading only, also on a read-only disk. */
export const readAccounts = <Result>(work: (world: ReadablePart) => Promise<Result>): Promise<Result> =>
  withDatabase(readDatabase, (db) => work({ db, clock }))

/** Works on an existing account. */
export const withAccount = <Result>(
  named: string,
  work: (world: Part, ownerId: string) => Promise<Result>,
): Promise<Result> => withAccounts(async (world) => await work(world, await requireAccount(world.db, named)))

/** The same for reading only. */
export const readAccount = <Result>(
  named: string,
  work: (world: ReadablePart, ownerId: string) => Promise<Result>,
): Promise<Result> => readAccounts(async (world) => await work(world, await requireAccount(world.db, named)))

export const orId = 'ADDRESS can also be the id of the account (user_id in the log).'

async function requireAccount(db: Reader, named: string): Promise<string> {
  const ownerId = await findAccountId(db, named.includes('@') ? addressOf(named) : named)
  if (!ownerId) throw new CommandError(`There is no account ${named}.`)
  return ownerId
}

export function addressOf(given: string): string {
  try {
    return normaliseEmail(given)
  } catch (error) {
    if (error instanceof ProblemError)
      throw new CommandError(`"${given}" is not an email address. Enter one like ada@example.com.`)
    throw error
  }
}

async function withDatabase<Opened extends ReadableDatabase, Result>(
  open: (database: Config['database']) => Promise<Opened>,
  work: (db: Opened) => Promise<Result>,
): Promise<Result> {
  const database = configuredDatabase()
  requireFile(database)
  await using db = await open(database)
  await requireSchema(db)
  return await work(db)
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
