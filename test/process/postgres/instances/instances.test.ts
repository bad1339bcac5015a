import { afterAll, beforeAll, describe } from 'vitest'
import { startTestInboard, type TestInboard } from '../../../support/service/inboard.ts'
import { raceForAccounts } from './accounts.ts'
import { raceForBoards } from './boards.ts'
import { Site } from './site.ts'

// Each with connections of its own, as PostgreSQL is who decides. As processes they are among the long tests.

let site: Site
const started: TestInboard[] = []
beforeAll(async () => {
  site = await Site.start(8, async (environment) => {
    const inboard = await startTestInboard(environment)
    started.push(inboard)
    return inboard
  })
})
afterAll(async () => {
  await Promise.all(started.map((inboard) => inboard.stop()))
  await site.stop()
})

describe('two instances on one database', () => {
  raceForAccounts(() => site, { rounds: 1 })
  raceForBoards(() => site, { turns: 10 })
})
