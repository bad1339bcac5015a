import { chownSync, existsSync, linkSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { isAbandoned, withoutLeftovers } from '../leftovers.ts'
import { makeFolderOf } from '../private-folder.ts'
import { Refused } from '../refused.ts'
import { type Contents, check, contentsOf, type OnProgress, quietly } from './backup.ts'
import { readTables } from './catalogue.ts'
import { copyDatabase } from './copy-database.ts'
import { leap, leapAll, numberAt } from './counters.ts'
import type { Known, Reader } from './database.ts'
import { openDatabase, readDatabase } from './open.ts'
import { putInPlace } from './put-in-place.ts'

/**
 * Puts a backup in place of a database. It is prepared beside it, so that until the last step nothing has changed. What was
 * there before stays as the file `aside`; of PostgreSQL, nothing stays.
 */
export async function restore(
  backup: string,
  to: Config['database'],
  aside: string,
  clock: Clock,
  onProgress: OnProgress,
): Promise<Contents> {
  await check(backup)
  if (to.engine === 'postgres') await requireNoServer(to)
  const folder = to.engine === 'sqlite' ? dirname(to.file) : tmpdir()
  if (to.engine === 'sqlite') makeFolderOf(to.file)
  for (const name of readdirSync(folder))
    if (name.startsWith(workshops) && isAbandoned(name)) rmSync(join(folder, name), { recursive: true })
  const workshop = mkdtempSync(join(folder, `${workshops}${process.pid}-`))
  const remove = () => rmSync(workshop, { recursive: true, force: true })
  return await withoutLeftovers(remove, async () => {
    const prepared = join(workshop, 'inboard.db')
    const { copyFile, mergeLog } = await import('./sqlite/files.ts')
    await copyFile(backup, prepared, (pages, of) => onProgress('pages', pages, of))
    const now = clock.now()
    const contents = await prepare(prepared, now, await countersAhead(to, now))
    mergeLog(prepared)
    if (to.engine === 'sqlite') await exchange(prepared, to.file, aside)
    else await copyDatabase({ engine: 'sqlite', file: prepared }, to, quietly(onProgress), { replace: true })
    return contents
  })
}

/** Then those that were killed can be told. */
const workshops = 'inboard-restore.unfinished-'

const inUse = 'The database is in use, so nothing was restored. Stop its server, and run this again.'

/** A server has a connection open at nearly all times. */
async function requireNoServer({ url }: Config['database'] & { engine: 'postgres' }): Promise<void> {
  const own = new URL(url)
  own.searchParams.set('application_name', 'inboard restore')
  const db = await readDatabase({ engine: 'postgres', url: own.href })
  try {
    const serves = async () => {
      const row = await db.get<{ servers: number }>`
        select count(*) as servers from pg_stat_activity
        where datname = current_database() and application_name = 'inboard'`
      return row !== undefined && row.servers > 0
    }
    // PostgreSQL takes a moment to let go of a server that has just been stopped.
    for (let looks = 1; await serves(); looks++) {
      if (looks === 20) throw new Refused(inUse)
      await pause(100)
    }
  } finally {
    await db.close()
  }
}

/** Looks at a database as it is, however old or empty. Undefined if it doesn't have the table. */
export async function lookInto<T>(
  database: Config['database'],
  table: string,
  look: (db: Reader) => Promise<T>,
): Promise<T | undefined> {
  if (database.engine === 'sqlite' && !existsSync(database.file)) return undefined
  const db = await readDatabase(database)
  try {
    return table in (await readTables(db, database)) ? await look(db) : undefined
  } finally {
    await db.close()
  }
}

/** Counters of the database to be replaced that the current time is not safely above: it was itself restored a moment ago. */
const countersAhead = (database: Config['database'], now: number) =>
  lookInto(
    database,
    'counters',
    (db) => db.all<Known>`select owner_id, seq from counters where seq > ${numberAt(now) - leap}`,
  )

/** As this version needs it, and so that every device begins again. */
async function prepare(file: string, now: number, ahead?: readonly Known[]): Promise<Contents> {
  const db = await openDatabase({ engine: 'sqlite', file })
  try {
    await db.exclusive((tx) => leapAll(tx, now, ahead))
    return await contentsOf(db)
  } finally {
    await db.close()
  }
}

async function exchange(prepared: string, file: string, aside: string): Promise<void> {
  // The server may run as another user than whoever restores.
  const owner = statSync(existsSync(file) ? file : dirname(file))
  if (process.getuid?.() === 0) chownSync(prepared, owner.uid, owner.gid)
  const { forgetMark } = await import('./sqlite/mark.ts')
  const replace = () => {
    // The next start need not find out: every device begins again already.
    forgetMark(file)
    putInPlace(prepared, file)
  }
  if (!existsSync(file)) return replace()
  const { whileUnused } = await import('./sqlite/files.ts')
  const isDone = whileUnused(file, () => {
    linkSync(file, aside)
    rmSync(`${file}-shm`, { force: true })
    replace()
  })
  if (!isDone) throw new Refused(inUse)
}
