import { describe, expect, test } from 'vitest'
import { type Release, restore } from '../../releases/release.ts'
import { engine } from '../../support/databases/engine.ts'
import { freshSchema, newDatabase, older, upgrade } from './databases.ts'
import { expectSurvivesKills } from './killed.ts'
import { expectSurvivesLosses } from './lost.ts'
import { expectUpgraded } from './upgraded.ts'

// The oldest needs every migration, the newest of them only the last. All others have their turn in test/long, and on PostgreSQL
// the newest, too.
const [oldest, newest] = [older[0] as Release, older.at(-1) as Release]

describe.each(engine === 'sqlite' ? [oldest, newest] : [oldest])('a database of $version', (release) => {
  test('is upgraded with all that people have done, and with all that they have in hand', () =>
    expectUpgraded(release))

  test('has the schema of a new database then', async () => {
    const { database } = await newDatabase()
    await restore(release, database)
    expect((await upgrade(database)).schema).toEqual(await freshSchema())
  })
})

test(`a database of ${newest.version} survives that its upgrade ends at any statement`, () =>
  engine === 'sqlite' ? expectSurvivesKills(newest) : expectSurvivesLosses(newest))
