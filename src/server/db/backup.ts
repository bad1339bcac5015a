import { existsSync, linkSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../config.ts'
import { withoutLeftovers } from '../leftovers.ts'
import { Refused } from '../refused.ts'
import { copyDatabase, type Progress, reaching, refuseForeign } from './copy-database.ts'
import type { Reader } from './database.ts'
import { refuseNewer } from './migrate.ts'
import { readDatabase } from './open.ts'
import { putInPlace } from './put-in-place.ts'

// A backup is an SQLite file, whichever engine it is of, and can be restored to either.

export interface Contents {
  accounts: number
  projects: number
  cards: number
}

/** How much is done of what: of the pages of a file, or of the rows of a table. */
export type OnProgress = (what: string, done: number, of: number) => void

/** Writes everything into a new file, as it is at one instant, while others go on writing. The file is whole, or not there. */
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
    await copyToFile(from, unfinished, onProgress).catch((error) => explain(error, unfinished))
    const contents = await check(unfinished)
    if (isTaken(unfinished, file))
      throw new Refused(`${file} has just been made by another backup, and stays as it is.`)
    putInPlace(unfinished, file)
    return contents
  })
}

async function copyToFile(from: Config['database'], file: string, onProgress: OnProgress): Promise<void> {
  const { copyFile, mergeLog } = await import('./sqlite/files.ts')
  if (from.engine === 'sqlite')
    return await copyFile(from.file, file, (pages, of) => onProgress('pages', pages, of))
  await copyDatabase(from, { engine: 'sqlite', file }, quietly(onProgress), { mayChange: true })
  mergeLog(file)
}

/** SQLite says neither of which file it speaks, nor which of them is to be written. */
function explain(error: unknown, file: string): never {
  const { code = '', message, cause } = error as NodeJS.ErrnoException
  const reason = cause instanceof Error ? cause.message : message
  if (/^E[A-Z]+$/.test(code) || /disk is full|readonly|disk I\/O/.test(reason))
    throw new Refused(`Nothing could be written in ${dirname(file)}: ${reason}.`, { cause: error })
  throw error
}

/** Takes a name that nobody else has. Where files cannot have two names, somebody else may just be taking it. */
function isTaken(finished: string, file: string): boolean {
  try {
    linkSync(finished, file)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' || existsSync(file)
  }
}

export const quietly = (onProgress: OnProgress): Progress => ({
  copying: onProgress,
  copied() {},
  verified() {},
})

/** What is in a backup. Throws where it is damaged, or none of ours. */
export async function check(file: string): Promise<Contents> {
  const { faultsIn } = await import('./sqlite/files.ts')
  const backup = { engine: 'sqlite', file } as const
  return await reaching('backup', async () => {
    const db = await readDatabase(backup)
    try {
      const [fault] = faultsIn(file)
      if (fault) throw new Refused(`The backup is damaged: ${fault}.`)
      await refuseForeign('backup', db, backup)
      await refuseNewer(db)
      return await contentsOf(db)
    } finally {
      await db.close()
    }
  })
}

export const contentsOf = async (db: Reader): Promise<Contents> =>
  (await db.get<Contents>`
    select (select count(*) from users) as accounts, (select count(*) from projects) as projects,
      (select count(*) from cards) as cards`) ?? { accounts: 0, projects: 0, cards: 0 }
