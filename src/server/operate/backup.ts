import { accessSync, constants, existsSync, linkSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { CommandError } from '../common/command-error.ts'
import { putInPlace, withoutLeftovers } from '../common/files.ts'
import type { Config } from '../config/config.ts'
import type { Reader } from '../db/database.ts'
import { refuseWrongVersion } from '../db/migrate.ts'
import { readDatabase } from '../db/open.ts'
import { copyDatabase, type OnProgress, reaching, refuseForeign } from './copy-database.ts'

// Backups; restore.ts puts them back, copy-database.ts copies between databases.
// A backup is always an SQLite file, whichever engine it comes from, and can be restored to either.

export interface Contents {
  accounts: number
  projects: number
  cards: number
}

/** Writes a consistent snapshot into a new file, while others keep writing. The file is either complete or absent. */
export async function backUp(
  from: Config['database'],
  file: string,
  onProgress: OnProgress,
): Promise<Contents> {
  const unfinished = `${file}.unfinished-${process.pid}`
  const remove = () => {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + ending, { force: true })
  }
  return await withoutLeftovers(remove, async () => {
    const contents = await copyToFile(from, unfinished, onProgress)
      .then(() => check(unfinished))
      .catch((error) => explain(error, from, unfinished))
    if (isTaken(unfinished, file))
      throw new CommandError(`Another backup has just created ${file}. It was left as it is.`)
    putInPlace(unfinished, file)
    return contents
  })
}

async function copyToFile(from: Config['database'], file: string, onProgress: OnProgress): Promise<void> {
  const { copyFile, mergeLog } = await import('../db/sqlite/files.ts')
  if (from.engine === 'sqlite') return copyFile(from.file, file)
  await copyDatabase(from, { engine: 'sqlite', file }, onProgress, { mayChange: true })
  mergeLog(file)
}

/** SQLite's message names neither the file nor the direction. */
function explain(error: unknown, from: Config['database'], file: string): never {
  const { code = '', message, cause } = error as NodeJS.ErrnoException
  const reason = cause instanceof Error ? cause.message : message
  if (/^E[A-Z]+$/.test(code) || /disk is full|readonly|disk I\/O/.test(reason))
    throw new CommandError(`Nothing could be written in ${dirname(file)}: ${reason}.`, { cause: error })
  if (from.engine === 'sqlite' && /malformed|not a database|is damaged/.test(`${message} ${reason}`))
    throw new CommandError(
      `No backup was made, because ${from.file} is damaged or not a database (${reason}). Stop the server, then restore an earlier backup: inboard restore FILE`,
      { cause: error },
    )
  throw error
}

/**
 * Claims the file name exclusively. On file systems without hard links, another backup may claim it at the
 * same time.
 */
function isTaken(finished: string, file: string): boolean {
  try {
    linkSync(finished, file)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)
  }
}

/** Throws if the backup is damaged or not an Inboard database. */
export async function check(file: string): Promise<Contents> {
  const { faultsIn } = await import('../db/sqlite/files.ts')
  const backup = { engine: 'sqlite', file } as const
  return await reaching('backup', async () => {
    // SQLite's message says less.
    accessSync(file, constants.R_OK)
    await using db = await readDatabase(backup)
    await refuseForeign('backup', db, backup)
    const [fault] = faultsIn(file)
    if (fault) throw new CommandError(`The backup is damaged: ${fault}.`)
    await refuseWrongVersion(db)
    return await contentsOf(db)
  })
}

export const contentsOf = async (db: Reader): Promise<Contents> =>
  (await db.get<Contents>`
    select (select count(*) from users) as accounts, (select count(*) from projects) as projects,
      (select count(*) from cards) as cards`) ?? { accounts: 0, projects: 0, cards: 0 }
