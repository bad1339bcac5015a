import { expect, test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { workOfPalette } from './palette.ts'

const browsing = browseInTests()

test('the palette does hardly more for 1,900 cards than for 190', async () => {
  const [few, many] = [await workOfPalette(browsing, 190), await workOfPalette(browsing, 1900)]
  expect(many.opening / few.opening).toBeLessThan(4)
  expect(many.key / few.key).toBeLessThan(4)
})
