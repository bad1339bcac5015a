import { test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { visit } from './visit.ts'

const browsing = browseInTests()

// Playwright's Chromium has no such gesture, so this is what switches it off.
test('a swipe beyond the first column does not go back to the page before', async () => {
  const { page } = await visit(browsing)
  await becomes(
    () => page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorX),
    'none',
  )
})
