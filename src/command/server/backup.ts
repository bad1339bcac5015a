import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, parse, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { iso, systemClock } from '../../server/common/clock.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { isAbandoned, kindOf, unfinished } from '../../server/common/files.ts'
import { backUp } from '../../server/operate/backup.ts'
import { noteBackup } from '../../server/operate/last-backup.ts'
import { type Given, UsageError } from '../command.ts'
import {
  answer,
  clearProgress,
  contentsIn,
  count,
  inBytes,
  jsonOption,
  remark,
  showProgress,
} from '../output/terminal.ts'
import { configuredDatabase, requireFile } from './database.ts'

export const words = ['FILE'] as const
export const options = {
  keep: {
    value: 'N',
    help: 'add the time to the file name and keep only the newest N; FILE can be a folder',
  },
  ...jsonOption,
}
export const notes = `The backup is an SQLite file, also for PostgreSQL, that only you can read. It is a consistent snapshot, and the server keeps
running while it is made. The command verifies it before it reports success. With --keep, or if FILE is a folder, the time
becomes part of the name: inboard-2026-11-16T09-30-00Z.db.

The secret that signs sessions is not included (JWT_SECRET, or the file jwt-secret beside an SQLite database). If you lose it,
everyone has to sign in again; nothing else is lost. Store it elsewhere: with both, anyone can sign in as anybody.

Every night, with cron, which looks for programs in /usr/bin and /bin only:

  0 3 * * *  cd /srv/inboard && PATH=/usr/local/bin:$PATH inboard backup --keep 7 /var/backups/inboard

/srv/inboard has the .env, and /usr/local/bin the programs inboard and node: "which inboard node" says where yours are.`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const keep = asked.keep === undefined ? undefined : readNumber(asked.keep)
  const database = configuredDatabase()
  requireFile(database)
  const series = seriesOf(given, keep !== undefined)
  const isSeries = keep !== undefined || series.isFolder
  let file = isSeries ? series.next() : resolve(given)
  for (; isSeries && existsSync(file); file = series.next()) await pause(100)
  if (existsSync(file)) throw new CommandError(`${file} already exists. Choose another name.`)
  makeFolder(dirname(file))
  const begun = performance.now()
  const contents = await backUp(database, file, showProgress)
  clearProgress()
  try {
    noteBackup(database, file, systemClock.now())
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // On a read-only disk no server runs, so nobody asks.
    if (code !== 'EROFS')
      remark(
        `The backup is complete, but could not be noted beside the database: ${message}. "inboard doctor" and the metrics will not know of it.`,
      )
  }
  const seconds = Number(((performance.now() - begun) / 1000).toFixed(1))
  const removed = keep === undefined ? [] : removeOldest(series, keep, basename(file))
  const { size } = statSync(file)
  answer(asked, { file, bytes: size, seconds, ...contents, removed }, () => {
    const gone = removed.length > 0 ? ` ${count(removed.length, 'older backup')} removed.` : ''
    return `${file}: ${contentsIn(contents)}, ${inBytes(size)}, in ${seconds} s, verified.${gone}`
  })
}

/** Not recursive: a missing parent may be a disk that is not mounted. */
function makeFolder(folder: string): void {
  if (kindOf(folder) === 'folder') return
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    throw new CommandError(
      `The folder ${folder} does not exist and cannot be created: ${(error as Error).message}.`,
    )
  }
}

function readNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError('--keep needs a number of at least 1: --keep 7.')
  return number
}

/** Files that differ only by the time in their names. */
function seriesOf(given: string, isKept: boolean) {
  const isFolder = given.endsWith('/') || kindOf(given) === 'folder' || (isKept && parse(given).ext === '')
  const { dir, name, ext } = isFolder ? { dir: given, name: 'inboard', ext: '' } : parse(resolve(given))
  const folder = resolve(dir)
  const ending = ext || '.db'
  const time = /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
  return {
    isFolder,
    folder,
    /** Whether this command has chosen the name of a file. */
    has: (one: string) =>
      one.startsWith(name) && one.endsWith(ending) && time.test(one.slice(name.length, -ending.length)),
    next: () => join(folder, `${name}-${iso(systemClock.now()).slice(0, 19).replaceAll(':', '-')}Z${ending}`),
  }
}

/** Without a battery for its clock, a machine may believe that earlier backups are from the future. */
function removeOldest({ folder, has }: ReturnType<typeof seriesOf>, keep: number, made: string): string[] {
  const names = readdirSync(folder)
  const others = names.filter((name) => has(name) && name !== made).sort()
  const last = others.at(-1) ?? ''
  if (last > made)
    remark(
      `${join(folder, last)} has a later time in its name than this backup. If the clock of this machine was wrong, remove or rename that file: --keep takes it for newer than it is.`,
    )
  const old = others.slice(0, Math.max(others.length - keep + 1, 0))
  const abandoned = names.filter((name) => has(name.replace(unfinished, '')) && isAbandoned(name))
  try {
    for (const name of [...old, ...abandoned]) rmSync(join(folder, name))
  } catch (error) {
    throw new CommandError(
      `The backup ${made} is complete, but an older one could not be removed: ${(error as Error).message}.`,
    )
  }
  return old
}
