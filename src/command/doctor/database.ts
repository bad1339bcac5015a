import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { days, iso, minutes, systemClock } from '../../server/common/clock.ts'
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
import { count, inBytes } from '../output/terminal.ts'
import { type Finding, good, problem, warning } from './finding.ts'

type Database = Config['database']

/** The database: whether it can be used, its clock, its backups, and the disks that it needs. */
export async function examineDatabase(database: Database): Promise<Finding[]> {
  return [...(await examineContent(database)), ...examineDisks(database)]
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
    return [
      ...(await examineSchema(db, database)),
      await (database.engine === 'postgres' ? examineClock(db) : examineBackups(db, database)),
    ]
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
  const { accounts, projects, cards } = await contentsOf(db)
  const counted = [count(accounts, 'account'), count(projects, 'project'), count(cards, 'card')].join(', ')
  return [good('database', `${db.description}: ${counted}`), good(about, 'up to date')]
}

/** The clocks of all instances and of the database must agree: links and sessions expire by them. */
async function examineClock(db: ReadableDatabase): Promise<Finding> {
  const now = systemClock.now()
  const row = await db.get<{ now: string }>`select now()::timestamptz(3)::text as now`
  const apart = Math.abs(Date.parse(row?.now ?? '') - now)
  if (apart <= 1 * minutes) return good('clock', `${iso(now)}, same as the database`)
  const says = `differs from the clock of the database by ${Math.round(apart / 1000)} s`
  return problem('clock', says, 'Synchronise it with NTP.')
}

/** On PostgreSQL, nobody tells us of backups. */
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

const full = 1e6
const tooLittle = 1e8
const little = 1e9

/** The disks with the database, the next backup and long requests. */
function examineDisks(database: Database): Finding[] {
  const last = readLastBackup(database)
  const places = [
    ...(database.engine === 'sqlite' ? [{ file: database.file, fails: 'Every write fails' }] : []),
    ...(last ? [{ file: last.file, fails: 'Backups fail' }] : []),
    { file: join(tmpdir(), 'upload'), fails: 'Large requests fail' },
  ]
  const disks = new Set<number>()
  const findings: Finding[] = []
  for (const { file, fails } of places) {
    const folder = nearestFolder(dirname(file))
    const { dev } = statSync(folder)
    if (!disks.has(dev)) findings.push(examineRoom(folder, fails))
    disks.add(dev)
  }
  return database.engine === 'sqlite' ? [...findings, ...examineRights(database.file)] : findings
}

function examineRoom(folder: string, fails: string): Finding {
  const { bavail, bsize, files, ffree } = statfsSync(folder)
  const free = bavail * bsize
  const says = `${inBytes(free)} free in ${folder}`
  const todo = `${fails} when the disk is full. Free some space.`
  // File systems that don't count files say that there are none.
  if (files > 0 && ffree === 0)
    return problem('disk', `no file can be added in ${folder}: no inodes are left`, todo)
  if (free < tooLittle) return problem('disk', free < full ? `the disk is full: ${says}` : says, todo)
  return free < little ? warning('disk', says, todo) : good('disk', says)
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
