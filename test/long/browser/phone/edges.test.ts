import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { inSheet, tapCard, toolbar, visit } from '../../../browser/phone/visit.ts'
import { button, composer, link } from '../../../support/browsing/boards.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { phone } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

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
