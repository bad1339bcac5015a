import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  inSheet,
  isGone,
  isHitByFingers,
  sheet,
  tapCard,
  toolbar,
  visit,
} from '../../../browser/phone/visit.ts'
import { button, composer, link, tick } from '../../../support/browsing/boards.ts'
import { becomes, goOffline } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { phone } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

test('questions and the list of what waits are at the bottom too', async () => {
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
  await inSheet(page, 'Keep it').tap()
  await isGone(page)
  await goOffline(page)
  await tick(page, 'Weed').tap()
  await page.locator('.bar .mark').tap()
  await inSheet(page, 'Send now').waitFor()
  await isAtBottom()
})

test('nothing lies under the notch or the home bar', async () => {
  const { page } = await visit(browsing)
  const devtools = await page.context().newCDPSession(page)
  const insets = { top: 47, bottom: 34 }
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const edges = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {}
    return [y, y + height] as const
  }
  const lowest = phone.viewport.height - insets.bottom
  const isClear = async (locator: Locator) => {
    const [top, bottom] = await edges(locator)
    expect(top).toBeGreaterThanOrEqual(insets.top)
    expect(bottom).toBeLessThanOrEqual(lowest)
  }
  await becomes(async () => (await edges(button(page, 'Inbox and projects')))[0], insets.top)
  await isClear(composer(page, 'To do'))
  await button(page, 'Inbox and projects').tap()
  await isClear(button(page, 'Search').last())
  await isClear(link(page, 'Settings'))
  await link(page, /^Inbox/).tap()
  await isClear(composer(page))
  await tapCard(page, 'Call the plumber')
  await isClear(inSheet(page, 'Delete'))
  await inSheet(page, 'Select').tap()
  await isClear(toolbar(page))
})
