import { accessSync, constants, existsSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { days, iso, systemClock } from '../../server/common/clock.ts'
import { reasonOf } from '../../server/common/command-error.ts'
import type { Config } from '../../server/config/config.ts'
import type { ReadableDatabase } from '../../server/db/database.ts'
import { checkSchema, isOurs, readTables, WrongVersion } from '../../server/db/migrate.ts'
import { readDatabase } from '../../server/db/open.ts'
import { isPresent } from '../../server/db/sqlite/files.ts'
import { findLost } from '../../server/db/sqlite/mark.ts'
import { contentsOf } from '../../server/operate/backup.ts'
import { readLastBackup } from '../../server/operate/last-backup.ts'
import { adviceOn, mayCreate } from '../../server/process/start-errors.ts'
import { contentsIn, inBytes } from '../output/terminal.ts'
import { type Finding, good, problem, warning } from './finding.ts'

type Database = Config['database']

/** The database: whether it can be used, and for an SQLite file its backups and its disk. */
export async function examineDatabase(database: Database): Promise<Finding[]> {
  const found = await examineContent(database)
  return database.engine === 'sqlite' ? [...found, ...examineDisk(database.file)] : found
}

async function examineContent(database: Database): Promise<Finding[]> {
  let db: ReadableDatabase
  try {
    if (database.engine === 'sqlite') {
      const lost = findLost(database.file)
      if (lost) return [problem('database', lost.says, lost.todo)]
      if (!isPresent(database.file))
        return [good('database', `${database.file} does not exist yet: the server creates it when it starts`)]
    }
    db = await readDatabase(database)
  } catch (error) {
    return [unusable('opened', error)]
  }
  try {
    const found = await examineSchema(db, database)
    // On PostgreSQL, nobody tells us of backups.
    return database.engine === 'sqlite' ? [...found, await examineBackups(db, database)] : found
  } catch (error) {
    return [unusable('read', error)]
  } finally {
    await db.close()
  }
}

function unusable(what: string, error: unknown): Finding {
  const reason = reasonOf(error)
  return problem('database', `cannot be ${what}: ${reason}`, adviceOn(reason))
}

async function examineSchema(db: ReadableDatabase, database: Database): Promise<Finding[]> {
  const here = good('database', db.description)
  const about = 'schema'
  const tables = await readTables(db, database)
  if (database.engine === 'postgres') {
    const right = await db.get<{ may: boolean | null; schema: string; role: string }>`
      select has_schema_privilege(current_schema(), 'create') as may, current_user::text as role,
        coalesce(current_schema()::text, 'public') as schema`
    if (right && !right.may) {
      const says = `the role ${right.role} may not create tables in the schema ${right.schema}`
      return [here, problem(about, says, mayCreate(right.schema, `"${right.role}"`))]
    }
  }
  if (Object.keys(tables).length === 0)
    return [here, good(about, 'the database is empty: the server creates its tables when it starts')]
  if (!isOurs(tables)) {
    const says = 'the tables in this database belong to another program'
    return [here, problem(about, says, 'Give Inboard a database of its own.')]
  }
  try {
    await checkSchema(db)
  } catch (error) {
    if (error instanceof WrongVersion) return [here, problem(about, error.message)]
    const todo = 'The server migrates it when it starts. Back up first: inboard backup FILE'
    return [here, warning(about, reasonOf(error), todo)]
  }
  const contents = contentsIn(await contentsOf(db))
  return [good('database', `${db.description}: ${contents}`), good(about, 'up to date')]
}

async function examineBackups(db: ReadableDatabase, database: Database): Promise<Finding> {
  const todo = 'Make one every night: inboard backup --keep 7 FOLDER'
  const old = systemClock.now() - 7 * days
  const last = readLastBackup(database)
  if (last) {
    // Perhaps it was moved to another machine, as it should be.
    const where = `${last.file}${existsSync(last.file) ? '' : ', which is not there any more'}`
    return last.at < old
      ? warning('backup', `the last one is from ${iso(last.at)}: ${where}`, todo)
      : good('backup', `${iso(last.at)}, ${where}`)
  }
  // There are no accounts in an empty database.
  const first = await db.get<{ at: string | null }>`select min(created_at) as at from users`.catch(() => null)
  return first?.at && Date.parse(first.at) < old
    ? warning('backup', 'none is known, and there are accounts', todo)
    : good('backup', 'none yet')
}

const tooLittle = 1e8
const little = 1e9

function examineDisk(file: string): Finding[] {
  const folder = nearestFolder(dirname(file))
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const judge = free < tooLittle ? problem : free < little ? warning : good
  const todo = free < little ? 'Every write fails when the disk is full. Free some space.' : undefined
  return [judge('disk', `${inBytes(free)} free in ${folder}`, todo), ...examineRights(file)]
}

function examineRights(file: string): Finding[] {
  try {
    accessSync(nearestFolder(dirname(file)), constants.W_OK)
    if (existsSync(file)) accessSync(file, constants.W_OK)
    return []
  } catch (error) {
    const isReadOnly = (error as NodeJS.ErrnoException).code === 'EROFS'
    return [
      problem(
        'disk',
        `the database is not writable: ${reasonOf(error)}`,
        isReadOnly
          ? 'Its disk is mounted read-only. Linux does that to a disk with errors, too: see dmesg.'
          : 'Run this as the user that the server runs as.',
      ),
    ]
  }
}

const nearestFolder = (folder: string): string =>
  existsSync(folder) ? folder : nearestFolder(dirname(folder))
