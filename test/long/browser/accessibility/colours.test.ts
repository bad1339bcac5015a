import type { Locator } from 'playwright-core'
import { test } from 'vitest'
import { press } from '../../../browser/accessibility/hands.ts'
import { withBoards } from '../../../browser/accessibility/people.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('with the colours of the system alone, focus, selection, ticks and choices are seen', async () => {
  const { person } = await withBoards(browsing)
  const page = await browsing.open('/', { person })
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const first = page.locator('.card').first()
  await first.waitFor()
  const changes = async (what: Locator, act: () => Promise<unknown>) => {
    const before = await what.screenshot()
    await act()
    await becomes(async () => (await what.screenshot()).equals(before), false)
  }
  await changes(first, () => first.focus())
  await changes(first, () => press(page, 'x'))
  await changes(page.locator('.tick').last(), () => page.locator('.tick').last().click())
  await changes(page.getByRole('link', { name: /^Bare/ }), async () => {
    await page.getByRole('link', { name: /^Bare/ }).click()
    // Neither the focus nor the pointer makes the difference.
    await page.getByLabel('Add a card to Done').click()
  })
  await press(page, 'Control+k')
  await changes(page.getByRole('option').nth(1), () => press(page, 'ArrowDown'))
  await press(page, 'Escape')
  await page.getByRole('link', { name: 'Settings' }).click()
  await changes(page.locator('.themes label').last(), async () => {
    await page.getByLabel('Dark').check()
    await page.getByRole('button', { name: 'Delete my account' }).hover()
    await page.getByRole('heading', { name: 'Appearance' }).focus()
  })
})
