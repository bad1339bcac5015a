import { expect, test } from 'vitest'
import { workOfPalette } from '../../../browser/speed/palette.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('the palette does hardly more for 10,000 cards than for 1,000', async () => {
  const [few, many] = [await workOfPalette(browsing, 1000), await workOfPalette(browsing, 10_000)]
  const ms = (time: number) => `${time.toFixed(1)} ms`
  console.log(
    `with 1,000 cards, the palette opens in ${ms(few.opening)} and takes ${ms(few.key)} for a key; ` +
      `with 10,000, ${ms(many.opening)} and ${ms(many.key)}`,
  )
  expect(many.opening / few.opening).toBeLessThan(4)
  expect(many.key / few.key).toBeLessThan(4)
})
