import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { boxOf, card, isClosed, itemIs, menu, sit } from './desk.ts'

const browsing = browseInTests()
const many = Array.from({ length: 40 }, (_, index) => `Bed ${index + 1}`)

/** By how many pixels the menu is away from the button of this card, aligned right and below it. */
async function distance(page: Page, text: string) {
  const [above, below] = [await boxOf(button(page, `Actions for ${text}`)), await boxOf(menu(page))]
  return Math.round(Math.abs(below.right - above.right) + Math.abs(below.y - above.bottom - 4))
}

const scrollBy = (page: Page, by: number) =>
  page
    .locator('.list')
    .first()
    .evaluate((list, pixels) => list.scrollBy({ top: pixels, behavior: 'instant' }), by)

test('a menu that opens while its card glides is where the card will end', async () => {
  const { page, press } = await sit(browsing, { 'To do': ['Weed', 'Water', 'Sow'], Doing: [], Done: [] })
  // Cards stay where their glide begins.
  await page.evaluate(() => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...how) {
      const animation = animate.apply(this, how)
      animation.pause()
      return animation
    }
  })
  await card(page, 'Sow').focus()
  await press('Shift+ArrowUp')
  await becomes(() => page.evaluate(() => document.getAnimations().length), 2)
  await press('.')
  await itemIs(page, 'Complete')
  expect(await distance(page, 'Sow')).toBeGreaterThan(10)
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await becomes(() => distance(page, 'Sow'), 0)
})

test('a menu stays with its card when the app scrolls, and closes when the person does', async () => {
  const { page, press } = await sit(browsing, { 'To do': many })
  await card(page, 'Bed 4').focus()
  await press('.')
  await itemIs(page, 'Complete')
  const { y } = await boxOf(menu(page))
  await scrollBy(page, 40)
  await becomes(async () => (await boxOf(menu(page))).y, y - 40)
  expect(await distance(page, 'Bed 4')).toBe(0)
  await card(page, 'Bed 3').hover()
  await page.mouse.wheel(0, 40)
  await isClosed(page)
})
