import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { iso, systemClock } from '../server/clock.ts'
import { kindOf } from '../server/configure.ts'
import { backUp } from '../server/db/backup.ts'
import { isAbandoned, unfinished } from '../server/leftovers.ts'
import { Refused } from '../server/refused.ts'
import { type Given, UsageError } from './command.ts'
import { configuredDatabase, requireFile } from './database.ts'
import { answer, clearProgress, count, inBytes, jsonOption, showProgress } from './terminal.ts'

export const words = ['FILE'] as const
export const options = {
  keep: {
    value: 'N',
    help: 'give the file a name with the time, and keep only the newest N of them; FILE may be a folder',
  },
  ...jsonOption,
}
export const notes = `The file is an SQLite database, of PostgreSQL too, and only you can read it. It has everything as it was at one
instant; a server goes on serving meanwhile. It is checked before the command says that it is done. With --keep, and if FILE is
a folder, the time becomes part of the name: inboard-2026-11-16T09-30-00Z.db.

The secret that sessions are signed with is not in it (JWT_SECRET, or the file jwt-secret beside an SQLite database). Without
it everyone has to sign in again, and nothing else is lost. Keep it elsewhere: with both, anybody can sign in as anyone.

Every night, by cron:  0 3 * * *  cd /srv/inboard && inboard backup --keep 7 /var/backups/inboard`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const keep = asked.keep === undefined ? undefined : readNumber(asked.keep)
  const database = configuredDatabase()
  requireFile(database)
  const series = seriesOf(given, keep !== undefined)
  const isSeries = keep !== undefined || series.isFolder
  let file = isSeries ? series.next() : resolve(given)
  for (; isSeries && existsSync(file); file = series.next()) await pause(100)
  if (existsSync(file)) throw new Refused(`${file} is there already, and stays as it is. Give another name.`)
  makeFolder(dirname(file))
  const begun = performance.now()
  const contents = await backUp(database, file, showProgress)
  clearProgress()
  const seconds = Number(((performance.now() - begun) / 1000).toFixed(1))
  const removed = keep === undefined ? [] : removeOldest(series, keep)
  const { size } = statSync(file)
  answer(asked, { file, bytes: size, seconds, ...contents, removed }, () => {
    const { accounts, projects, cards } = contents
    const what = [count(accounts, 'account'), count(projects, 'project'), count(cards, 'card')].join(', ')
    const gone = removed.length > 0 ? ` ${count(removed.length, 'older one')} removed.` : ''
    return `${file}: ${what}, ${inBytes(size)}, in ${seconds} s, verified.${gone}`
  })
}

/** But not the one it is in: that may be a disk that is not mounted. */
function makeFolder(folder: string): void {
  if (kindOf(folder) === 'folder') return
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    throw new Refused(`The folder ${folder} is not there, and cannot be made: ${(error as Error).message}.`)
  }
}

function readNumber(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new UsageError('--keep needs a number from 1 on: --keep 7.')
  return number
}

interface Series {
  isFolder: boolean
  folder: string
  /** Whether a file is one of those that this command has named. */
  has(name: string): boolean
  next(): string
}

/** The files that differ by the time in their names. */
function seriesOf(given: string, isKept: boolean): Series {
  const isFolder = given.endsWith('/') || kindOf(given) === 'folder' || (isKept && parse(given).ext === '')
  const { dir, name, ext } = isFolder ? { dir: given, name: 'inboard', ext: '.db' } : parse(resolve(given))
  const folder = resolve(dir)
  const ending = ext || '.db'
  const time = /^-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/
  return {
    isFolder,
    folder,
    has: (one) =>
      one.startsWith(name) && one.endsWith(ending) && time.test(one.slice(name.length, -ending.length)),
    next: () => join(folder, `${name}-${iso(systemClock.now()).slice(0, 19).replaceAll(':', '-')}Z${ending}`),
  }
}

function removeOldest({ folder, has }: Series, keep: number): string[] {
  const names = readdirSync(folder)
  const old = names.filter(has).sort().slice(0, -keep)
  const abandoned = names.filter((name) => has(name.replace(unfinished, '')) && isAbandoned(name))
  for (const name of [...old, ...abandoned]) rmSync(join(folder, name))
  return old
}
