import { closeSync, openSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { patience } from './begin.ts'
import { isBusy, translating } from './errors.ts'

const pagesAtOnce = 2000

/**
 * Copies a database as it is at one instant, while others go on writing, into a new file that only this user can read: one
 * file, with what is still in the write-ahead log.
 */
export async function copyFile(
  from: string,
  to: string,
  onProgress: (pages: number, of: number) => void,
): Promise<void> {
  const source = translating(() => new DatabaseSync(from, { readOnly: true, timeout: patience }))
  try {
    closeSync(openSync(to, 'wx', 0o600))
    // In one transaction: otherwise SQLite would begin again whenever another process has written.
    source.exec('begin')
    source.prepare('select count(*) from sqlite_schema').get()
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(totalPages - remainingPages, totalPages),
    })
  } finally {
    source.close()
  }
  mergeLog(to)
}

/**
 * Makes one file of a database that nobody uses: the write-ahead log goes into it, and is gone. A copy has no mark, so a server that
 * finds it in the place of its database can tell.
 */
export function mergeLog(file: string): void {
  const database = new DatabaseSync(file)
  try {
    database.exec('pragma journal_mode = delete; pragma user_version = 0')
  } finally {
    database.close()
  }
}

/** What is wrong with a file, in SQLite's words. */
export function faultsIn(file: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const integrity = database.prepare('pragma integrity_check').all() as { integrity_check: string }[]
    const broken = database.prepare('pragma foreign_key_check').all() as { table: string }[]
    return [
      ...integrity.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
      ...new Set(broken.map(({ table }) => `rows of ${table} refer to rows that are not there`)),
    ]
  } finally {
    database.close()
  }
}

/**
 * Works on the file of a database while nobody else can open it, with nothing left in its write-ahead log. Resolves to
 * false, and does nothing, if somebody uses it: a server holds on to it for as long as it runs.
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

/** Writes a database anew, without the room that deleted things have left in it. */
export function shrink(file: string): void {
  const database = new DatabaseSync(file, { timeout: patience })
  try {
    database.exec('vacuum; pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
}
