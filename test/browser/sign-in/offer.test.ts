import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { arriveAsNew, button, heading } from '../../support/browsing/account.ts'
import { composer } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const sides = async (of: Locator) => {
  const { x = 0, width = 0 } = (await of.boundingBox()) ?? {}
  return [x, x + width]
}

describe('the offer of a passkey', () => {
  test('is as wide as the page above it, with room for a scrollbar beside both', async () => {
    const page = await arriveAsNew(browsing)
    await button(page, 'Not now').waitFor()
    for (const width of [1440, 1000, 390]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await sides(page.getByRole('region', { name: 'Passkey' }))).toEqual(await sides(composer(page)))
    }
  })

  test('goes from all tabs when it is declined, and stays away on every page', async () => {
    const page = await arriveAsNew(browsing)
    const beside = await page.context().newPage()
    await beside.goto(`${browsing.appUrl}/today`)
    await button(beside, 'Not now').waitFor()
    await button(page, 'Not now').click()
    await button(beside, 'Not now').waitFor({ state: 'detached' })
    await page.reload()
    await heading(page, 'Inbox').waitFor()
    expect(await button(page, 'Not now').count()).toBe(0)
    await beside.goto(`${browsing.appUrl}/bin`)
    await heading(beside, 'Bin').waitFor()
    expect(await button(beside, 'Not now').count()).toBe(0)
  })
})
