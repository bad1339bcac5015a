import { once } from 'node:events'
import { existsSync, watch } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSqlite } from '../../../../src/server/db/sqlite/sqlite.ts'
import { inspect, inspectWhole, open } from '../../../process/upgrade/opening.ts'
import { cleanUp, launch, newFolder, run } from '../../../support/processes/process.ts'
import { eventually } from '../../../support/service/inboard.ts'

let whole: ReturnType<typeof inspect>
beforeAll(async () => {
  whole = await inspectWhole()
})
afterAll(cleanUp)

describe('migrations', () => {
  test('that are killed in the middle are completed by the next start', async () => {
    const rounds = Array.from({ length: 8 }, (_, round) => round)
    const files: string[] = []
    await Promise.all(
      [0, 1].map(async (half) => {
        for (const round of rounds.filter((each) => each % 2 === half)) {
          const folder = newFolder()
          const file = join(folder, 'inboard.db')
          const appeared = once(watch(folder, { persistent: false }), 'change')
          const child = open(file)
          const exited = once(child, 'exit')
          await appeared
          // From the first byte of the file to some time after the last.
          await pause(3 * round)
          child.kill('SIGKILL')
          await exited
          await (await openSqlite(file)).close()
          expect(inspect(file), `killed ${3 * round} ms after the file appeared`).toEqual(whole)
          files.push(file)
        }
      }),
    )
    expect(files).toHaveLength(rounds.length)
  })

  test('that were killed with the whole server are completed by its next start', async () => {
    const { folder, database, kill } = await launch()
    await eventually(() => existsSync(database) || undefined, 'the database to appear')
    await kill('SIGKILL')
    const { client, signIn } = await run({ folder })
    const ada = client(await signIn('ada@example.com'))
    await ada.addProject({ title: 'Garden' })
    expect(inspect(database)).toEqual(whole)
  })
})
