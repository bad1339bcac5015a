import { iso, minutes, systemClock } from '../../server/common/clock.ts'
import type { Config } from '../../server/config/config.ts'
import { isOurs, readTables } from '../../server/db/catalogue.ts'
import { DatabaseUnavailable, type ReadableDatabase } from '../../server/db/database.ts'
import { checkSchema, DatabaseTooNew } from '../../server/db/migrate.ts'
import { readDatabase } from '../../server/db/open.ts'
import { findLost } from '../../server/db/sqlite/mark.ts'
import { isPresent } from '../../server/db/sqlite/present.ts'
import { adviceOn, mayCreate } from '../../server/process/start-errors.ts'
import { examineBackups } from './backups.ts'
import { examineDisks } from './disk.ts'
import { judgePostgres, judgeSqlite } from './engine.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

export async function examineDatabase(database: Config['database']): Promise<Finding[]> {
  const disk = examineDisks(database)
  try {
    const lost = database.engine === 'sqlite' && findLost(database.file)
    if (lost) return [problem('database', lost.says, lost.todo), ...disk]
    if (database.engine === 'sqlite' && !isPresent(database.file))
      return [
        good('database', `${database.file} does not exist yet: the server creates it when it starts`),
        ...disk,
      ]
  } catch (error) {
    const reason = reasonOf((error as Error).cause)
    return [problem('database', `cannot be reached: ${reason}`, adviceOn(reason))]
  }
  let db: ReadableDatabase
  try {
    db = await readDatabase(database)
  } catch (error) {
    return [unusable('opened', error), ...disk]
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
    return [unusable('read', error), ...disk]
  } finally {
    await db.close()
  }
}

function unusable(what: string, error: unknown): Finding {
  const reason = reasonOf(error instanceof DatabaseUnavailable ? error.cause : error)
  return problem('database', `cannot be ${what}: ${reason}`, adviceOn(reason))
}

async function examineEngine(db: ReadableDatabase, { engine }: Config['database']): Promise<Finding> {
  if (engine === 'sqlite')
    return judgeSqlite((await db.get<{ version: string }>`select sqlite_version() as version`)?.version ?? '')
  const row = await db.get<{ number: number }>`select current_setting('server_version_num')::int as number`
  return judgePostgres(row?.number ?? 0, systemClock.now())
}

async function examineSchema(db: ReadableDatabase, database: Config['database']): Promise<Finding> {
  const about = 'schema'
  const tables = await readTables(db, database)
  if (database.engine === 'postgres') {
    const right = await db.get<{ may: boolean | null; schema: string; role: string }>`
      select has_schema_privilege(current_schema(), 'create') as may, current_user::text as role,
        coalesce(current_schema()::text, 'public') as schema`
    if (right && !right.may)
      return problem(
        about,
        `the role ${right.role} may not create tables in the schema ${right.schema}`,
        mayCreate(right.schema, `"${right.role}"`),
      )
  }
  if (Object.keys(tables).length === 0)
    return good(about, 'the database is empty: the server creates its tables when it starts')
  if (!isOurs(tables))
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
