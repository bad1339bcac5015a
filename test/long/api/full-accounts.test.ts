import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readMigrations } from '../../../src/server/db/migrate.ts'
import { backUp } from '../../../src/server/operate/backup.ts'
import { newDatabase, today } from '../../api/releases/databases.ts'
import { type Release, releases, restore } from '../../releases/release.ts'
import { contents, openWith } from '../../support/databases/contents.ts'
import { engine, outsider } from '../../support/databases/engine.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { codeOfRefusal, startTestInboard } from '../../support/service/inboard.ts'

// An account at its limits: 10,000 cards, half of them in the inbox, with 8 MB of text.
const cards = 10_000
/** 800 bytes or a few less. */
const textOf = (number: number) => `${number} ${'äöü 🍎 '.repeat(66)}`.trim()
const at = `'2026-11-01T00:00:00.000Z'`

/** As 0.10.1 stored it. Each later version has only migrated it. */
function fullAccount(): string {
  const rows = Array.from({ length: cards }, (_, number) => {
    const place = number % 2 ? `null, null` : `'full-project', 'full-status'`
    return `('full-${number}', 'full', ${place}, '${textOf(number)}', 0, ${number >> 1}, ${at}, ${at}, 1, 1, 1)`
  })
  return `begin;
    insert into users (id, email, email_verified_at, passkey_handle, created_at)
      values ('full', 'full@example.com', ${at}, 'full', ${at});
    insert into projects (id, owner_id, title, created_at, updated_at, revision, changed)
      values ('full-project', 'full', 'Everything', ${at}, ${at}, 1, 1);
    insert into statuses (owner_id, project_id, id, name, position, changed)
      values ('full', 'full-project', 'full-status', 'To do', 0, 1);
    insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at, revision, changed,
      counted) values ${rows.join(', ')};
    insert into counters (owner_id, seq, cards, bytes)
      select 'full', 1, count(*), 10 + sum(octet_length(text)) from cards where owner_id = 'full';
    commit`
}

const migrationsOf = (release: Release) =>
  readMigrations(engine).filter(({ name }) => release.migrations.includes(name))

test.each(releases)(
  'an account at its limits is upgraded from $version, and back from its backup',
  async (release) => {
    const { home, database } = await newDatabase()
    await restore(release, database)
    const stranger = await outsider(database)
    await stranger.run(fullAccount())
    await stranger.close()
    const old = await openWith(database, migrationsOf(release))
    const before = await contents(old, database)
    await old.close()
    const backup = join(newDataFolder(), 'backup.db')
    // On PostgreSQL, the old version makes it.
    if (engine === 'sqlite') await backUp(database, backup, () => {})

    const begun = performance.now()
    await (await openWith(database, today)).close()
    const took = performance.now() - begun
    process.stderr.write(`${engine}, from ${release.version}: ${Math.round(took)} ms\n`)

    const inboard = await startTestInboard({ APP_URL: release.origin, JWT_SECRET: release.secret }, home)
    const { client } = await inboard.signInByMail('full@example.com')
    const [inbox, project] = await Promise.all([
      client.listInboxCards(),
      client.listProjectCards({ project_id: 'full-project' }),
    ])
    const texts = (odd: number) => Array.from({ length: cards / 2 }, (_, half) => textOf(2 * half + odd))
    expect(inbox.cards.map(({ text }) => text)).toEqual(texts(1))
    expect(project.cards.map(({ text }) => text)).toEqual(texts(0))
    expect(await codeOfRefusal(client.addInboxCard({ text: 'One more' }))).toBe('card_limit_reached')
    await client.removeCard({ id: 'full-1' })
    expect((await client.listInboxCards()).cards).toHaveLength(cards / 2 - 1)
    await inboard.stop()

    // The old version may write again.
    await (await openWith(database, migrationsOf(release))).close()

    // Never for data: with the backup from before, the old version has everything as it was.
    if (engine === 'postgres') return
    const file = join(newDataFolder(), 'inboard.db')
    copyFileSync(backup, file)
    const again = await openWith({ engine: 'sqlite', file }, migrationsOf(release))
    expect(await contents(again, database)).toEqual(before)
    await again.close()
  },
)
