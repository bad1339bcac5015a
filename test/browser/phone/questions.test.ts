import { expect, test } from 'vitest'
import { button, tick } from '../../support/browsing/boards.ts'
import { goOffline } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone } from '../../support/browsing/touch.ts'
import { inSheet, isGone, isHitByFingers, sheet, visit } from './visit.ts'

const browsing = browseInTests()

test('questions and the list of unsent changes are at the bottom too', async () => {
  const { page } = await visit(browsing)
  const isAtBottom = async () => {
    const { x, y = 0, width, height = 0 } = (await sheet(page).boundingBox()) ?? {}
    expect([x, y + height, width]).toEqual([0, phone.viewport.height, phone.viewport.width])
    expect(y).toBeGreaterThan(phone.viewport.height / 3)
    await isHitByFingers(page)
  }
  await button(page, 'Project actions').tap()
  await inSheet(page, 'Delete this project').tap()
  await inSheet(page, 'Delete project').waitFor()
  await isAtBottom()
  await inSheet(page, 'Cancel').tap()
  await isGone(page)
  await goOffline(page)
  await tick(page, 'Weed').tap()
  await page.locator('.head .mark').tap()
  await page.getByRole('dialog', { name: 'Unsent changes' }).waitFor()
  await isAtBottom()
})
