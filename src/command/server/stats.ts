import { systemClock as clock } from '../../server/common/clock.ts'
import { readStats } from '../../server/operate/stats.ts'
import type { Given } from '../command.ts'
import { accessIn, answer, facts, inBytes, jsonOption, table } from '../output/terminal.ts'
import { configuredDatabase, withReadableDatabase } from './database.ts'

export const options = jsonOption

export async function run({ options: asked }: Given): Promise<undefined> {
  const database = configuredDatabase()
  const stats = await withReadableDatabase(database, (db) => readStats(db, database, clock))
  const { accounts, things, access, bytes, largest } = stats
  answer(asked, stats, () =>
    [
      facts([
        [
          'accounts',
          `${accounts.verified}, plus ${accounts.unverified} that never signed in (${accounts.disabled} disabled)`,
        ],
        ['projects', things.projects],
        ['cards', `${things.cards}, plus ${things.in_bin} in bins`],
        ['text', inBytes(things.text_bytes)],
        ['access', accessIn(access)],
        ['mail', `${stats.mail_waiting} waiting to be sent`],
        ['database', inBytes(bytes.database)],
        ...(bytes.log === undefined ? [] : [['write-ahead log', inBytes(bytes.log)] as [string, string]]),
        ...(bytes.free === undefined
          ? []
          : [
              [
                'free space in it',
                `${inBytes(bytes.free)}, to be reused ("inboard vacuum" returns it to the disk)`,
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
