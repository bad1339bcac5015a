import { afterAll, beforeAll, describe } from 'vitest'
import { cleanUp, run } from '../../../../support/processes/process.ts'
import { raceForAccounts } from './accounts.ts'
import { raceForBoards } from './boards.ts'
import { Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await Site.start(16, (environment) => run({ environment }))
})
afterAll(async () => {
  cleanUp()
  await site.stop()
})

describe('two processes on one database', () => {
  raceForAccounts(() => site, { rounds: 3 })
  raceForBoards(() => site, { turns: 60 })
})
