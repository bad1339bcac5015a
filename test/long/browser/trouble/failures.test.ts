import { test } from 'vitest'
import { addAmid, rareTroubles } from '../../../browser/trouble/troubles.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('what rarely goes wrong between here and the server costs nothing that was typed, and makes nothing twice', async () => {
  await addAmid(browsing, rareTroubles)
})
