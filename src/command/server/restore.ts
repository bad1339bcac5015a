import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { iso, systemClock } from '../../server/common/clock.ts'
import { CommandError } from '../../server/common/command-error.ts'
import type { Config } from '../../server/config/config.ts'
import { contentsOf } from '../../server/operate/backup.ts'
import { lookInto, restore } from '../../server/operate/restore.ts'
import type { Given } from '../command.ts'
import { confirm, yesOption } from '../output/confirm.ts'
import { answer, contentsIn, count, jsonOption, showProgress } from '../output/terminal.ts'
import { configuredDatabase, nameOf } from './database.ts'

export const words = ['FILE'] as const
export const options = {
  ...yesOption,
  ...jsonOption,
}
export const notes = `Stop the server first: nothing is restored while it uses the database. Everything is restored, or nothing. If the
database has accounts, the command asks before it replaces them. An SQLite database that was there before is kept in a file beside
it. On PostgreSQL the old data is lost, so back it up first. You can restore a backup of either engine to either; one from an older
version is migrated.

Changes made after the backup are lost, except those that devices have not sent yet. Sessions, API tokens and passkeys from the
backup work again, even if they were revoked since: see "inboard users sign-out".`

export async function run({ words: [given = ''], options: asked }: Given): Promise<undefined> {
  const backup = resolve(given)
  const found = statSync(backup, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`The file ${backup} does not exist.`)
  if (found.isDirectory()) throw new CommandError(`${backup} is a folder. Choose one of the backups in it.`)
  const database = configuredDatabase()
  const present = await countPresent(database)
  if (present > 0)
    await confirm(
      asked,
      `Replace ${nameOf(database)}, which has ${count(present, 'account')}, with the backup?`,
    )
  const aside =
    database.engine === 'sqlite'
      ? `${database.file}.before-${iso(systemClock.now()).replaceAll(':', '-')}`
      : ''
  const rows = await restore(backup, database, aside, systemClock, showProgress)
  const kept = aside && existsSync(aside) ? aside : undefined
  const { users: accounts, projects, cards } = rows
  answer(asked, { database: nameOf(database), accounts, projects, cards, rows, kept: kept ?? null }, () =>
    [
      `Restored to ${nameOf(database)}: ${contentsIn({ accounts, projects, cards })}.`,
      ...(kept ? [`The previous database is in ${kept}.`] : []),
      'You can start the server now.',
    ].join('\n'),
  )
}

async function countPresent(database: Config['database']): Promise<number> {
  try {
    return (await lookInto(database, 'users', contentsOf))?.accounts ?? 0
  } catch (error) {
    if (database.engine === 'postgres') throw error
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new CommandError(
      `The present database cannot be read: ${reason}. Move that file, and all whose names begin like it, to another folder, and run this again.`,
    )
  }
}
