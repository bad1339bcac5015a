import { describe, expect, test } from 'vitest'
import { card, editor } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { finger, pointIn } from '../../support/browsing/touch.ts'
import { inSheet, isGone, sheet, tapCard, visit } from './visit.ts'

const browsing = browseInTests()

describe('a tap on a card', () => {
  test('is one thing, though a second one follows, and can be taken back: by Back, by a tap beside it, by pulling it down', async () => {
    const { page } = await visit(browsing)
    const { x, y } = await pointIn(card(page, 'Weed'))
    await page.touchscreen.tap(x, y)
    await page.touchscreen.tap(x, y)
    await sheet(page).waitFor()
    await inSheet(page, 'Edit').waitFor()
    expect(await editor(page).count()).toBe(0)
    await page.goBack()
    await isGone(page)

    const { swipe } = await finger(page)
    const closings = [
      () => page.goBack(),
      () => page.touchscreen.tap(200, 40),
      async () => {
        const from = await pointIn(sheet(page), 0.1)
        await swipe(from, { ...from, y: from.y + 200 })
      },
    ]
    for (const close of closings) {
      await tapCard(page, 'Water')
      await close()
      await isGone(page)
      await becomes(() => page.evaluate(() => document.activeElement?.id.startsWith('card-')), true)
    }
    expect(page.url()).toContain('/projects/')
  })
})
