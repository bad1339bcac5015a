import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { seconds } from '../../common/clock.ts'
import { CommandError } from '../../common/command-error.ts'
import { ConfigError } from '../../config/config.ts'
import { isBusy, isDenied, translating } from './queries.ts'

/**
 * How long to wait for another process that briefly locks the file: a second instance that starts, a backup.
 */
export const patience = 2 * seconds

/**
 * Copies a consistent snapshot of a database, while others keep writing, into a single new file that only
 * this user can read. The copy includes what is still in the write-ahead log, and no free space.
 */
export function copyFile(from: string, to: string): void {
  using source = translating(() => openToRead(from))
  closeSync(openSync(to, 'wx', 0o600))
  source.prepare('vacuum into ?').run(to)
  mergeLog(to)
}

/**
 * Merges the write-ahead log into a database that nobody uses, and deletes it. Also removes the mark, so that
 * a server that finds this copy in place of its database can tell.
 */
export function mergeLog(file: string): void {
  using database = new DatabaseSync(file)
  database.exec('pragma journal_mode = delete; pragma user_version = 0')
}

/** The faults that SQLite reports in a file. */
export function faultsIn(file: string): string[] {
  using database = openToRead(file)
  const integrity = database.prepare('pragma integrity_check').all() as { integrity_check: string }[]
  const broken = database.prepare('pragma foreign_key_check').all() as { table: string }[]
  return [
    ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
    ...new Set(broken.map(({ table }) => `rows of ${table} refer to missing rows`)),
  ]
}

/**
 * Runs the work while nobody else can open the file, after merging the write-ahead log. Returns false without
 * doing anything if the file is in use; a server keeps it open for as long as it runs.
 */
export function whileUnused(file: string, work: () => void): boolean {
  using database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive')
    work()
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

/** Not `existsSync`, which takes a file that this user may not see for one that does not exist. */
export function isPresent(file: string): boolean {
  try {
    if (!statSync(file, { throwIfNoEntry: false })) return false
    accessSync(file, constants.R_OK)
    return true
  } catch (error) {
    throw new CommandError(
      `The database cannot be opened: ${(error as Error).message}. Run this as the user that the server runs as.`,
      { cause: error },
    )
  }
}

/**
 * Opens a file for reading only. In WAL mode SQLite needs files beside it. Where they can't be created, as on
 * a read-only disk, nobody writes, so a file without a log is read as it is.
 */
export function openToRead(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: patience })
  try {
    database.exec('select 1 from sqlite_schema')
    return database
  } catch (error) {
    database.close()
    if (!isDenied(error)) throw error
  }
  const log = `${file}-wal`
  if (existsSync(log))
    throw new CommandError(
      `${file} can be read only together with its log, ${basename(log)}, and for that SQLite has to write in ${dirname(file)}. Make that folder writable, or copy both files to one that is.`,
    )
  const url = pathToFileURL(file)
  url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** The first version that can't damage a database when two connections write and checkpoint at the same time. */
const oldestSqlite = '3.51.3'

/** Asks the library itself: `process.versions` has the version that Node was compiled with. */
function runningVersion(): string {
  using database = new DatabaseSync(':memory:')
  return String(database.prepare('select sqlite_version() as version').get()?.version)
}

/** Node bundles a newer version, but some distributions build Node with their own SQLite. */
export function refuseOldSqlite(version = runningVersion()): void {
  if (version.localeCompare(oldestSqlite, 'en', { numeric: true }) < 0)
    throw new ConfigError([
      `This Node uses SQLite ${version}, which can damage the database file. Inboard needs SQLite ${oldestSqlite} or later: use Node from nodejs.org or npm, or set DATABASE_URL to a PostgreSQL server.`,
    ])
}
