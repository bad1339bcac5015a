import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/server/common/clock.ts'
import { copyDatabase } from '../../../src/server/operate/copy-database.ts'
import { restore as restoreBackup } from '../../../src/server/operate/restore.ts'
import { releases, restore } from '../../releases/release.ts'
import { openWith } from '../../support/databases/contents.ts'
import { engine, outsider } from '../../support/databases/engine.ts'
import { freshSchema, newDatabase, today, upgrade } from './databases.ts'
import { expectSurvivesKills } from './killed.ts'
import { expectSurvivesLosses } from './lost.ts'
import { expectUpgraded } from './upgraded.ts'

describe.each(releases)('a database of $version', (release) => {
  test('is upgraded with all that people have done, and with all that they have in hand', () =>
    expectUpgraded(release))

  test('has the schema of a new database then', async () => {
    const { database } = await newDatabase()
    await restore(release, database)
    expect((await upgrade(database)).schema).toEqual(await freshSchema())
  })

  test('survives that its upgrade ends at any statement', () =>
    engine === 'sqlite' ? expectSurvivesKills(release) : expectSurvivesLosses(release))
})

describe('a database of a version before 0.10.1', () => {
  const refusal = 'upgrade it with Inboard 0.10.1 first'

  async function older() {
    const { home, database } = await newDatabase()
    const stranger = await outsider(database)
    await stranger.run(`
      create table migrations (name text not null primary key);
      insert into migrations (name) values ('0001-everything.sql'), ('0012-calendar-scope.sql')`)
    await stranger.close()
    return { home, database }
  }

  test('is refused when the server starts, and stays as it is', async () => {
    const { database } = await older()
    await expect(openWith(database, today)).rejects.toThrow(refusal)
    const stranger = await outsider(database)
    expect(await stranger.all('select name from migrations')).toHaveLength(2)
    await stranger.close()
  })

  test('is neither copied nor, as a file, restored', async () => {
    const [{ home, database }, { database: target }] = [await older(), await newDatabase()]
    await expect(copyDatabase(database, target, () => {})).rejects.toThrow(refusal)
    if (database.engine === 'postgres') return
    const restored = { engine: 'sqlite', file: join(home, 'target.db') } as const
    await expect(restoreBackup(database.file, restored, '', systemClock, () => {})).rejects.toThrow(refusal)
  })
})
