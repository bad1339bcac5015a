import { test } from 'vitest'
import { addAmid, rareTroubles } from '../../../browser/trouble/troubles.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('rare network failures lose no typed text and create nothing twice', async () => {
  await addAmid(browsing, rareTroubles)
})
