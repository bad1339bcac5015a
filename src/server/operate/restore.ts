import { existsSync, linkSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../common/clock.ts'
import { CommandError } from '../common/command-error.ts'
import { giveTo, isAbandoned, makeFolderOf, putInPlace, withoutLeftovers } from '../common/files.ts'
import type { Config } from '../config/config.ts'
import { advanceAll, numberAt, step } from '../db/counters.ts'
import type { OwnerSeq, Reader } from '../db/database.ts'
import { readTables } from '../db/migrate.ts'
import { openDatabase, readDatabase } from '../db/open.ts'
import { check } from './backup.ts'
import { copyDatabase, countAll, type OnProgress, reaching, type TableName } from './copy-database.ts'

type Database = Config['database']

/** The number of rows in each table. */
type Rows = Record<TableName, number>

/**
 * Replaces a database with a backup. The new database is prepared beside the old one, so that nothing changes
 * until the last step. The former database is kept as the file `aside`, except on PostgreSQL, where it is
 * lost.
 */
export async function restore(
  backup: string,
  to: Database,
  aside: string,
  clock: Clock,
  onProgress: OnProgress,
): Promise<Rows> {
  await check(backup)
  const now = clock.now()
  const folder = to.engine === 'sqlite' ? dirname(to.file) : tmpdir()
  if (to.engine === 'sqlite') makeFolderOf(to.file)
  for (const name of readdirSync(folder))
    if (name.startsWith(stagingPrefix) && isAbandoned(name)) rmSync(join(folder, name), { recursive: true })
  const stagingFolder = mkdtempSync(join(folder, `${stagingPrefix}${process.pid}-`))
  const remove = () => rmSync(stagingFolder, { recursive: true, force: true })
  return await withoutLeftovers(remove, async () => {
    const prepared = join(stagingFolder, 'inboard.db')
    const { copyFile, mergeLog } = await import('../db/sqlite/files.ts')
    copyFile(backup, prepared)
    const ahead = await countersAhead(to, now)
    const rows = await advance(prepared, now, ahead)
    mergeLog(prepared)
    if (to.engine === 'sqlite') await exchange(prepared, to.file, aside)
    else {
      if (await reaching('target', () => isInUse(to.url))) throw new CommandError(inUse)
      // From here on, a server that is started waits.
      await copyDatabase({ engine: 'sqlite', file: prepared }, to, onProgress, { replace: true })
    }
    return rows
  })
}

/** Migrates the database, and makes every device start over. */
async function advance(file: string, now: number, ahead?: readonly OwnerSeq[]): Promise<Rows> {
  await using db = await openDatabase({ engine: 'sqlite', file })
  await db.exclusive((tx) => advanceAll(tx, now, ahead))
  return await countAll(db)
}

/** Named so that folders of killed processes can be recognised. */
const stagingPrefix = 'inboard-restore.unfinished-'

const inUse = 'The database is in use, so nothing was restored. Stop its server, and run this again.'

/**
 * True if a server uses the database, or another command: their connections have the name that the URL gives. A server always
 * has one, because it looks every second for changes by others.
 */
async function isInUse(url: string): Promise<boolean> {
  const own = new URL(url)
  const name = own.searchParams.get('application_name') ?? 'inboard'
  own.searchParams.set('application_name', `${name} restore`)
  await using db = await readDatabase({ engine: 'postgres', url: own.href })
  const isFree = async () =>
    !(await db.get`
      select pid from pg_stat_activity where datname = current_database() and application_name = ${name} limit 1`)
  // PostgreSQL takes a moment to drop the connections of a server that has just been stopped.
  for (let looks = 1; !(await isFree()); looks++) {
    if (looks === 20) return true
    await pause(100)
  }
  return false
}

/** Reads a database as it is, however old or empty. Undefined if it doesn't have the table. */
export async function lookInto<T>(
  database: Database,
  table: string,
  look: (db: Reader) => Promise<T>,
): Promise<T | undefined> {
  if (database.engine === 'sqlite' && !existsSync(database.file)) return undefined
  await using db = await readDatabase(database)
  return table in (await readTables(db, database)) ? await look(db) : undefined
}

/**
 * Counters of the database to be replaced that the current time is not safely above, because it was itself
 * restored a moment ago.
 */
const countersAhead = (database: Database, now: number) =>
  lookInto(
    database,
    'counters',
    (db) => db.all<OwnerSeq>`select owner_id, seq from counters where seq > ${numberAt(now) - step}`,
  )

async function exchange(prepared: string, file: string, aside: string): Promise<void> {
  giveTo(statSync(existsSync(file) ? file : dirname(file)), prepared)
  const { markReplacement } = await import('../db/sqlite/mark.ts')
  const replace = () => {
    // Every device starts over already, so the next start must not take this for another replacement.
    markReplacement(prepared, file)
    putInPlace(prepared, file)
  }
  if (!existsSync(file)) return replace()
  const { whileUnused } = await import('../db/sqlite/files.ts')
  const isDone = whileUnused(file, () => {
    linkSync(file, aside)
    rmSync(`${file}-shm`, { force: true })
    replace()
  })
  if (!isDone) throw new CommandError(inUse)
}
