import { existsSync, linkSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { Refused } from '../refused.ts'
import { type Contents, check, contentsOf, type OnProgress, rowsIn } from './backup.ts'
import { copyDatabase } from './copy-database.ts'
import { leapAll } from './counters.ts'
import { openDatabase } from './open.ts'
import { putInPlace } from './put-in-place.ts'

/**
 * Puts a backup in place of a database. It is prepared beside it, so that until the last step nothing has changed. What was
 * there before stays as the file `aside`; of PostgreSQL, nothing stays.
 */
export async function restore(
  backup: string,
  to: Config['database'],
  aside: string,
  onProgress: OnProgress,
): Promise<Contents> {
  await check(backup)
  const folder = to.engine === 'sqlite' ? dirname(to.file) : tmpdir()
  mkdirSync(folder, { recursive: true })
  const workshop = mkdtempSync(join(folder, 'inboard-restore-'))
  try {
    const prepared = join(workshop, 'inboard.db')
    const { copyFile, mergeLog } = await import('./sqlite/files.ts')
    await copyFile(backup, prepared, to.engine === 'sqlite' ? onProgress : () => {})
    const contents = await prepare(prepared)
    mergeLog(prepared)
    if (to.engine === 'sqlite') await exchange(prepared, to.file, aside)
    else await copyDatabase({ engine: 'sqlite', file: prepared }, to, rowsIn(onProgress), { replace: true })
    return contents
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

/** As this version needs it, and so that every device begins again. */
async function prepare(file: string): Promise<Contents> {
  const db = await openDatabase({ engine: 'sqlite', file })
  try {
    await db.exclusive(leapAll)
    return await contentsOf(db)
  } finally {
    await db.close()
  }
}

async function exchange(prepared: string, file: string, aside: string): Promise<void> {
  if (!existsSync(file)) return putInPlace(prepared, file)
  const { whileUnused } = await import('./sqlite/files.ts')
  const isDone = whileUnused(file, () => {
    linkSync(file, aside)
    rmSync(`${file}-shm`, { force: true })
    putInPlace(prepared, file)
  })
  if (!isDone)
    throw new Refused('The database is in use, so nothing was restored. Stop its server, and run this again.')
}
