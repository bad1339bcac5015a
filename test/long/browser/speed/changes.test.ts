import { expect, test } from 'vitest'
import { countChanges } from '../../../browser/speed/changes.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('changing one card of 1,000 changes only that card on the page', async () => {
  const counts = await countChanges(browsing, 1000)
  console.log('changes in the page:', counts)
  for (const [what, count] of Object.entries(counts)) expect(count, what).toBeLessThan(60)
})
