import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Config } from '../../../src/server/config/config.ts'
import { type Release, restore } from '../../releases/release.ts'
import { beforeEachStatement } from '../../support/databases/each-statement.ts'
import { freshSchema, newDatabase, upgrade } from './databases.ts'

/** Wherever an upgrade is killed, the next one comes to the same end. On SQLite. */
export async function expectSurvivesKills(release: Release): Promise<void> {
  const { home, database } = await newDatabase()
  await restore(release, database)
  const killed: Config['database'][] = []
  const undo = beforeEachStatement(() => {
    // What a process that is killed leaves behind is what the system has of its files at that moment.
    const file = join(home, `${killed.length}.db`)
    for (const suffix of ['', '-wal'])
      if (existsSync(join(home, `inboard.db${suffix}`)))
        copyFileSync(join(home, `inboard.db${suffix}`), file + suffix)
    killed.push({ engine: 'sqlite', file })
  })
  const whole = await upgrade(database).finally(undo)
  expect(whole.schema).toEqual(await freshSchema())
  expect(killed.length).toBeGreaterThan(10)
  for (const [at, one] of killed.entries()) expect({ at, ...(await upgrade(one)) }).toEqual({ at, ...whole })
}
