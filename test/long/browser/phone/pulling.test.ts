import { describe, expect, test } from 'vitest'
import { isGone, isHitByFingers, sheet, tapCard, visit } from '../../../browser/phone/visit.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { finger, pointIn } from '../../../support/browsing/touch.ts'
import { eventually } from '../../../support/service/inboard.ts'

const browsing = browseInTests()

describe('a tap on a card', () => {
  test('that is not pulled far enough stays, and so does what is scrolled', async () => {
    const long = Array.from({ length: 60 }, (_, line) => `Line ${line + 1} of a long card`).join('\n')
    const { page } = await visit(browsing, { 'To do': ['Weed', long] })
    const { swipe } = await finger(page)
    await tapCard(page, 'Weed')
    const from = await pointIn(sheet(page), 0.1)
    await swipe(from, { ...from, y: from.y + 40 })
    await becomes(async () => (await pointIn(sheet(page), 0.1)).y, from.y)
    await page.goBack()
    await isGone(page)

    await page
      .locator('.card')
      .nth(1)
      .tap({ position: { x: 100, y: 20 } })
    await sheet(page).waitFor()
    const { height = 0 } = (await sheet(page).boundingBox()) ?? {}
    expect(height).toBeLessThanOrEqual(844 * 0.85)
    const text = sheet(page).locator('.text')
    const scrolled = () => text.evaluate((it) => it.scrollTop)
    const { x, y } = await pointIn(text)
    // A browser that is busy takes a swipe for a tap, or misses it.
    await eventually(async () => {
      await swipe({ x, y: y + 60 }, { x, y: y - 60 })
      return (await scrolled()) > 100 || undefined
    }, 'the text to scroll')
    const before = await scrolled()
    await eventually(async () => {
      await swipe({ x, y }, { x, y: y + 40 })
      return (await scrolled()) < before || undefined
    }, 'the text to scroll back')
    expect(await sheet(page).count()).toBe(1)
    // However long the text is, everything that can be done is in view.
    expect(await sheet(page).evaluate((it) => it.scrollHeight <= it.clientHeight)).toBe(true)
    await isHitByFingers(page)
  })
})
