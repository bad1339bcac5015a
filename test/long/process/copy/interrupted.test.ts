import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  changes,
  expectNoticed,
  expectSurvivesKill,
  prepareCopies,
  wayDown,
  wayUp,
} from '../../../process/copy/interrupted.ts'
import { cleanUp } from '../../../support/processes/process.ts'

let prepared: Awaited<ReturnType<typeof prepareCopies>>
beforeAll(async () => {
  prepared = await prepareCopies()
})
afterAll(cleanUp)

describe.each([
  ['up', wayUp],
  ['down', wayDown],
])('on the way %s', (_way, prepare) => {
  test('a killed copy leaves nothing behind, and can be run again', async () =>
    expectSurvivesKill(await prepare(prepared), prepared.original))

  test.each(Object.entries(changes))(
    'a source that %s is noticed, nothing is kept, and it can be run again',
    async (_what, sql) => expectNoticed(await prepare(prepared), sql),
  )
})
