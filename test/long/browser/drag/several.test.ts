import { expect, test } from 'vitest'
import { drag, isMoved, select, start, upperHalfOf, visit } from '../../../browser/drag/dragging.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('selected cards that are dropped among themselves close ranks there, and then they are no longer selected', async () => {
  const visitor = await visit(browsing, start)
  const { page } = visitor
  for (const text of ['dig', 'water']) await select(page, text)
  await drag(page, 'dig', upperHalfOf('water'))
  const together = { ...start, 'To do': ['sow', 'dig', 'water', 'weed'] }
  await isMoved(visitor, together)
  expect(await page.locator('.selected').count()).toBe(0)
  await drag(page, 'mow', upperHalfOf('sow'))
  await isMoved(visitor, { 'To do': ['mow', ...together['To do']], Doing: ['prune'] }, 2)
})
