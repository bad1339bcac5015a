import type { Socket } from 'node:net'
import { expect } from 'vitest'
import type { Config } from '../../../src/server/config/config.ts'
import { type Release, restore } from '../../releases/release.ts'
import { openWith } from '../../support/databases/contents.ts'
import { beforeEachStatement } from '../../support/databases/each-statement.ts'
import { newDatabase, today, upgrade } from './databases.ts'

/** At whatever statement an upgrade loses its connection, the next one comes to the same end. On PostgreSQL. */
export async function expectSurvivesLosses(release: Release): Promise<void> {
  /** The statement of a migration before which the next attempt loses its connection. */
  let target = 0

  const [{ database: whole }, { database }] = [await newDatabase(), await newDatabase()]
  for (const one of [whole, database]) await restore(release, one)
  let tries = 0
  while (await losesConnection(database)) tries++
  expect(tries).toBeGreaterThan(3)
  expect(await upgrade(database)).toEqual(await upgrade(whole))

  /** False once an upgrade was completed before it came to that. */
  async function losesConnection(database: Config['database']): Promise<boolean> {
    target++
    let [at, isLost] = [Number.NEGATIVE_INFINITY, false]
    const undo = beforeEachStatement((statement, connection) => {
      if (statement.startsWith('lock table migrations')) {
        // The migration before this one has come to its end, so this is the next to be tried.
        if (at > 0) target = 1
        at = 0
      }
      if (++at !== target || isLost) return
      isLost = true
      ;(connection as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    })
    const db = await openWith(database, today)
      .catch(() => undefined)
      .finally(undo)
    await db?.close()
    return isLost
  }
}
