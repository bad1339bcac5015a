import { systemClock as clock } from '../server/clock.ts'
import { readStats } from '../server/db/stats.ts'
import type { Given } from './command.ts'
import { configuredDatabase, withDatabase } from './database.ts'
import { accessIn, answer, facts, inBytes, jsonOption, table } from './terminal.ts'

export const options = jsonOption

export async function run({ options: asked }: Given): Promise<undefined> {
  const database = configuredDatabase()
  const stats = await withDatabase(database, (db) => readStats(db, database, clock))
  const { accounts, things, access, bytes, largest } = stats
  answer(asked, stats, () =>
    [
      facts([
        [
          'accounts',
          `${accounts.all}, of which ${accounts.disabled} disabled and ${accounts.unverified} never signed in`,
        ],
        ['projects', things.projects],
        ['cards', `${things.cards}, and ${things.in_bin} in bins`],
        ['text', inBytes(things.text_bytes)],
        ['lets in', accessIn(access)],
        ['mail', `${stats.mail_waiting} waiting to be sent`],
        ['database', inBytes(bytes.database)],
        ...(bytes.log === undefined ? [] : [['write-ahead log', inBytes(bytes.log)] as [string, string]]),
        ...(bytes.free === undefined
          ? []
          : [
              [
                'free in it',
                `${inBytes(bytes.free)}, for what comes next ("inboard vacuum" gives it back)`,
              ] as [string, string],
            ]),
      ]),
      ...(largest.length > 0
        ? [
            '',
            table(
              ['largest', 'cards', 'text'],
              largest.map(({ email, cards, bytes: text }) => [email, cards, inBytes(text)]),
            ),
          ]
        : []),
    ].join('\n'),
  )
}
