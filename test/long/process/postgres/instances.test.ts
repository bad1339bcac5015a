import { afterAll, beforeAll, describe } from 'vitest'
import { raceForAccounts } from '../../../process/postgres/instances/accounts.ts'
import { raceForBoards } from '../../../process/postgres/instances/boards.ts'
import { Site } from '../../../process/postgres/instances/site.ts'
import { cleanUp, run } from '../../../support/processes/process.ts'

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
