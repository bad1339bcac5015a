import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { iso, systemClock } from '../server/clock.ts'
import { contentsOf } from '../server/db/backup.ts'
import { lookInto, restore } from '../server/db/restore.ts'
import { Refused } from '../server/refused.ts'
import type { Given } from './command.ts'
import { configuredDatabase, nameOf } from './database.ts'
import { answer, clearProgress, count, jsonOption, showProgress } from './terminal.ts'

export const words = ['FILE'] as const
export const options = {
  replace: { help: 'if there are accounts already: the backup takes the place of all of them' },
  ...jsonOption,
}
export const notes = `Stop the server first: while one uses the database, nothing is restored. It is all restored, or nothing. What an SQLite database had before is kept in a file beside it;
what PostgreSQL had is not: make a backup of it first. A backup of either can be restored to either, and one of an older version is
migrated.

What people did after the backup was made is gone, except for what their devices have not sent yet. So is what they ended since:
sessions, API tokens and passkeys that were in the backup let people in again ("inboard users sign-out").`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const backup = resolve(given)
  if (!existsSync(backup)) throw new Refused(`There is no file ${backup}.`)
  const database = configuredDatabase()
  const { accounts: present } = (await lookInto(database, 'users', contentsOf)) ?? { accounts: 0 }
  if (present > 0 && asked.replace === undefined)
    throw new Refused(
      `There is something in the database: ${count(present, 'account')}. With --replace, the backup takes its place.`,
    )
  const aside =
    database.engine === 'sqlite'
      ? `${database.file}.before-${iso(systemClock.now()).replaceAll(':', '-')}`
      : ''
  const contents = await restore(backup, database, aside, systemClock, showProgress)
  clearProgress()
  const kept = aside && existsSync(aside) ? aside : undefined
  answer(asked, { database: nameOf(database), ...contents, kept: kept ?? null }, () => {
    const { accounts, projects, cards } = contents
    const what = [count(accounts, 'account'), count(projects, 'project'), count(cards, 'card')].join(', ')
    return `Restored to ${nameOf(database)}: ${what}.${kept ? ` What was there before is in ${kept}.` : ''} The server can be started.`
  })
}
