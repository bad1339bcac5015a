import { expect, test } from 'vitest'
import { databaseUrl } from '../../../src/server/config/config.ts'
import { readMigrations } from '../../../src/server/db/migrations.ts'
import { openWith } from '../../support/databases/contents.ts'
import { databaseIn, engine, outsider } from '../../support/databases/engine.ts'
import { crowdOf } from '../../support/databases/statements.ts'
import { newDataFolder } from '../../support/machine/folders.ts'

test('the contents of accounts are counted to the byte, including the bin', async () => {
  const home = newDataFolder()
  const database = databaseUrl(
    (await databaseIn(home, { distributed: false, empty: true })).DATABASE_URL ?? '',
  )
  if (!database) throw new Error('there is nothing to begin with')
  const uncounted = readMigrations(engine).filter(({ name }) => name < '0007')
  const old = await openWith(database, uncounted)
  const stranger = await outsider(database)
  // Of the tables that there were.
  const crowd = crowdOf(3).filter(
    (statement) => !/into (?:sent_links|authorization_codes|set_backs)/.test(statement),
  )
  await stranger.run(`begin; ${crowd.join('; ')};
    update cards set text = 'Ernte 🍎', changed = 9 where owner_id = 'u1';
    update bin set text = 'é', kind = 'project' where owner_id = 'u1' and id = 'd1';
    update bin set text = 'Done', kind = 'status' where owner_id = 'u1' and id = 'd4'; commit`)
  await stranger.close()
  await old.close()
  const now = await openWith(database, readMigrations(engine))
  const counted = await now.all<object>`select owner_id, cards, bytes from counters order by owner_id`
  await now.close()
  // Ten cards on the board and ten in the bin, of four bytes each; a project of six.
  const usual = { cards: 20, bytes: 86 }
  expect(counted.map((row) => ({ ...row }))).toEqual([
    { owner_id: 'u0', ...usual },
    { owner_id: 'u1', cards: 18, bytes: 10 * 10 + 6 + 8 * 4 + 2 },
    { owner_id: 'u2', ...usual },
  ])
})
