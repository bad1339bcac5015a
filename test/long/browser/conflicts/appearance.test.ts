import { expect, test } from 'vitest'
import { disagree } from '../../../browser/conflicts/disagreement.ts'
import { objectionsTo } from '../../../support/browsing/axe.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('two texts for one card can be read on a narrow page in the dark', async () => {
  const { page } = await disagree(browsing, ['Weed', 'Water', 'Sow'])
  // Without motion, colours change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 780 })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
})
