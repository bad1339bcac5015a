import { iso, minutes, systemClock } from '../../server/common/clock.ts'
import type { Config } from '../../server/config/config.ts'
import { readTables } from '../../server/db/catalogue.ts'
import { DatabaseUnavailable, type ReadableDatabase } from '../../server/db/database.ts'
import { checkSchema, DatabaseTooNew } from '../../server/db/migrate.ts'
import { readDatabase } from '../../server/db/open.ts'
import { isPresent } from '../../server/db/sqlite/present.ts'
import { examineBackups } from './backups.ts'
import { examineDisks } from './disk.ts'
import { judgePostgres, judgeSqlite } from './engine.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

export async function examineDatabase(database: Config['database']): Promise<Finding[]> {
  const disk = examineDisks(database)
  try {
    if (database.engine === 'sqlite' && !isPresent(database.file))
      return [
        good('database', `${database.file} does not exist yet: the server creates it when it starts`),
        ...disk,
      ]
  } catch (error) {
    const says = `cannot be reached: ${reasonOf((error as Error).cause)}`
    return [problem('database', says, 'Run this as the user that the server runs as.')]
  }
  let db: ReadableDatabase
  try {
    db = await readDatabase(database)
  } catch (error) {
    const cause = error instanceof DatabaseUnavailable ? error.cause : error
    return [problem('database', `cannot be opened: ${reasonOf(cause)}`, 'Check DATABASE_URL.'), ...disk]
  }
  try {
    return [
      good('database', db.description),
      await examineEngine(db, database),
      await examineSchema(db, database),
      await examineClock(db, database),
      ...(await examineBackups(db, database)),
      ...disk,
    ]
  } catch (error) {
    return [problem('database', `cannot be read: ${reasonOf(error)}`), ...disk]
  } finally {
    await db.close()
  }
}

async function examineEngine(db: ReadableDatabase, { engine }: Config['database']): Promise<Finding> {
  if (engine === 'sqlite')
    return judgeSqlite((await db.get<{ version: string }>`select sqlite_version() as version`)?.version ?? '')
  const row = await db.get<{ number: number }>`select current_setting('server_version_num')::int as number`
  return judgePostgres(row?.number ?? 0, systemClock.now())
}

async function examineSchema(db: ReadableDatabase, database: Config['database']): Promise<Finding> {
  const about = 'schema'
  const tables = Object.keys(await readTables(db, database))
  if (tables.length === 0)
    return good(about, 'the database is empty: the server creates its tables when it starts')
  if (!tables.includes('migrations'))
    return problem(
      about,
      'the tables in this database belong to another program',
      'Give Inboard a database of its own.',
    )
  try {
    await checkSchema(db)
    return good(about, 'up to date')
  } catch (error) {
    if (error instanceof DatabaseTooNew) return problem(about, error.message)
    return warning(
      about,
      reasonOf((error as Error).cause ?? error),
      'The server migrates it when it starts. Back up first: inboard backup FILE',
    )
  }
}

/** The clocks of all instances and of the database must agree: links and sessions expire by them. */
async function examineClock(db: ReadableDatabase, database: Config['database']): Promise<Finding> {
  const now = systemClock.now()
  const about = 'clock'
  if (database.engine === 'postgres') {
    const row = await db.get<{ now: string }>`select now()::timestamptz(3)::text as now`
    const apart = Math.abs(Date.parse(row?.now ?? '') - now)
    return apart > 1 * minutes
      ? problem(
          about,
          `differs from the clock of the database by ${Math.round(apart / 1000)} s`,
          'Synchronise both with NTP.',
        )
      : good(about, `${iso(now)}, same as the database`)
  }
  const newest = await newestTime(db)
  return newest && Date.parse(newest) > now + 1 * minutes
    ? problem(
        about,
        `it is ${iso(now)}, but the database has a change from ${newest}`,
        'Synchronise it with NTP.',
      )
    : good(about, iso(now))
}

/** A database of an older version may have no sessions yet. */
const newestTime = async (db: ReadableDatabase) =>
  (
    await db.get<{ newest: string | null }>`select max(updated_at) as newest from cards`.catch(
      () => undefined,
    )
  )?.newest
