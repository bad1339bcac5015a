import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { CommandError } from '../../common/command-error.ts'
import { patience } from './begin.ts'
import { isDenied } from './errors.ts'

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
