import { test } from 'vitest'
import { becomes, boardOn, goOffline } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog, mark, offlineMark } from './waiting.ts'

const browsing = browseInTests()

test('many changes of one kind are counted, and a moved card is one change', async () => {
  const { page, press } = await sitDown(browsing, { 'To do': ['A', 'B', 'C', 'D'], Doing: ['E'] })
  await goOffline(page)
  await press('ArrowDown', 'Control+a', 'm')
  await page.keyboard.type('done')
  await press('Enter')
  await becomes(() => boardOn(page), { 'To do': [], Doing: ['E'], Done: ['A', 'B', 'C', 'D'] })
  await mark(page, offlineMark).waitFor()
  await mark(page, offlineMark).click()
  await becomes(
    () => dialog(page).locator('.waiting li').allTextContents(),
    ['Move 4 cards to Garden · Done'],
  )
  await page.context().setOffline(false)
})
