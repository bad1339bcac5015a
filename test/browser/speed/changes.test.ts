import { expect, test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { countChanges } from './changes.ts'

const browsing = browseInTests()

test('changing one card of 200 changes only that card on the page', async () => {
  for (const [what, count] of Object.entries(await countChanges(browsing, 200)))
    expect(count, what).toBeLessThan(60)
})
