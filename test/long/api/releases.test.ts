import { expect, test } from 'vitest'
import { freshSchema, newDatabase, older, upgrade } from '../../api/releases/databases.ts'
import { expectSurvivesKills } from '../../api/releases/killed.ts'
import { expectSurvivesLosses } from '../../api/releases/lost.ts'
import { expectUpgraded } from '../../api/releases/upgraded.ts'
import { releasedSchemas, releases, restore } from '../../releases/release.ts'
import { engine } from '../../support/databases/engine.ts'

test.each(releases)(
  'a database of $version is upgraded with all that people have done, and with all that they have in hand',
  expectUpgraded,
)

test.each(releasedSchemas)('the schema of $version becomes that of a new database', async (release) => {
  const { database } = await newDatabase()
  await restore(release, database)
  expect((await upgrade(database)).schema).toEqual(await freshSchema())
})

test.each(older)('a database of $version survives that its upgrade ends at any statement', (release) =>
  engine === 'sqlite' ? expectSurvivesKills(release) : expectSurvivesLosses(release),
)
