import { test } from 'vitest'
import { onCard, press, selectUnderMessage } from '../../../browser/accessibility/hands.ts'
import { phone, places, tabThrough, twice } from '../../../browser/accessibility/magnified.ts'
import { withBoards } from '../../../browser/accessibility/people.ts'
import { stopNow } from '../../../browser/accessibility/stops.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each(places)('$what fits at every size, and Tab leads everywhere and out again', async (place) => {
  await tabThrough(browsing, place, place.at)
})

test('no message and no bar hides the card that the keys are on', async () => {
  const { person, garden } = await withBoards(browsing)
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  for (const viewport of [phone, twice]) {
    await page.setViewportSize(viewport)
    await page.reload()
    await selectUnderMessage(page)
    await onCard(page, 'Home')
    for (let index = 1; index <= 14; index++) {
      await becomes(async () => (await stopNow(page))?.isHidden, false)
      await press(page, 'ArrowDown')
    }
  }
})
