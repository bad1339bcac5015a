import { test } from 'vitest'
import { places, tabThrough } from '../../../browser/accessibility/magnified.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each(places)('$what fits at every size, and Tab leads everywhere and out again', async (place) => {
  await tabThrough(browsing, place, place.at)
})
