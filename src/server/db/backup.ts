import { rmSync } from 'node:fs'
import type { Config } from '../config.ts'
import { Refused } from '../refused.ts'
import { copyDatabase, reaching, refuseForeign } from './copy-database.ts'
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

/** How much is done of how much: pages of a file, or rows. */
export type OnProgress = (done: number, of: number) => void

/** Writes everything into a new file, as it is at one instant, while others go on writing. The file is whole, or not there. */
export async function backUp(
  from: Config['database'],
  file: string,
  onProgress: OnProgress,
): Promise<Contents> {
  const unfinished = `${file}.unfinished-${process.pid}`
  try {
    await copyToFile(from, unfinished, onProgress)
    const contents = await check(unfinished)
    putInPlace(unfinished, file)
    return contents
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) rmSync(unfinished + ending, { force: true })
  }
}

async function copyToFile(from: Config['database'], file: string, onProgress: OnProgress): Promise<void> {
  const { copyFile, mergeLog } = await import('./sqlite/files.ts')
  if (from.engine === 'sqlite') return await copyFile(from.file, file, onProgress)
  await copyDatabase(from, { engine: 'sqlite', file }, rowsIn(onProgress), { mayChange: true })
  mergeLog(file)
}

/** The tables one after the other, as one thing that grows. */
export function rowsIn(onProgress: OnProgress) {
  let before = 0
  return {
    copying: (_table: string, rows: number, of: number) => onProgress(before + rows, before + of),
    copied(_table: string, rows: number) {
      before += rows
    },
    verified() {},
  }
}

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
