import { test } from 'vitest'
import { typeAndEnd } from '../../../browser/outbox/ten-cards.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('ten cards arrive once and in order, though the network is slow and the tab is closed right after the last Enter', async () => {
  await typeAndEnd(browsing, (page) => page.close())
})
