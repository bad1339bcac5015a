import { closeSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isBusy, translating } from './errors.ts'
import { openToRead } from './reading.ts'

/**
 * Copies a consistent snapshot of a database, while others keep writing, into a single new file that only
 * this user can read. The copy includes what is still in the write-ahead log, and no free space.
 */
export function copyFile(from: string, to: string): void {
  const source = translating(() => openToRead(from))
  try {
    closeSync(openSync(to, 'wx', 0o600))
    source.prepare('vacuum into ?').run(to)
  } finally {
    source.close()
  }
  mergeLog(to)
}

/**
 * Merges the write-ahead log into a database that nobody uses, and deletes it. Also removes the mark, so that
 * a server that finds this copy in place of its database can tell.
 */
export function mergeLog(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete; pragma user_version = 0')
  } finally {
    database.close()
  }
}

/** The faults that SQLite reports in a file. */
export function faultsIn(file: string): string[] {
  const database = openToRead(file)
  try {
    const integrity = database.prepare('pragma integrity_check').all() as { integrity_check: string }[]
    const broken = database.prepare('pragma foreign_key_check').all() as { table: string }[]
    return [
      ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...new Set(broken.map(({ table }) => `rows of ${table} refer to missing rows`)),
    ]
  } finally {
    database.close()
  }
}

/**
 * Runs the work while nobody else can open the file, after merging the write-ahead log. Returns false without
 * doing anything if the file is in use; a server keeps it open for as long as it runs.
 */
export function whileUnused(file: string, work: () => void): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive')
    work()
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  } finally {
    database.close()
  }
}
