import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inHand, visit } from '../../../browser/phone/visit.ts'
import { button, heading, link } from '../../../support/browsing/boards.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('the place', () => {
  const many = Array.from({ length: 60 }, (_, index) =>
    index % 3 === 0
      ? `Number ${index + 1}`
      : `Number ${index + 1} ${'with many words '.repeat((index % 5) + 2)}`,
  )
  const topCard = (page: Page, column: number) =>
    page
      .locator('.list')
      .nth(column)
      .evaluate((list) => {
        const { top } = list.getBoundingClientRect()
        const cards = [...list.querySelectorAll('.card')]
        const first = cards.find((one) => one.getBoundingClientRect().bottom > top + 1)
        return {
          text: first?.textContent,
          offset: Math.round((first?.getBoundingClientRect().top ?? 0) - top),
        }
      })

  test.each([
    { on: 'a phone', options: inHand },
    { on: 'a wide screen', options: {} },
  ])('in columns and boards comes back with Back, on $on', async ({ options }) => {
    const { page } = await visit(browsing, { 'To do': ['Weed'], Done: many }, options)
    const columns = page.locator('.columns')
    await columns.evaluate((it) => it.scrollTo({ left: it.scrollWidth, behavior: 'instant' }))
    const last = page.locator('.list').nth(2)
    // As a hand scrolls, past cards that are then known in their real height.
    for (let times = 0; times < 12; times++) {
      await last.evaluate((it) => it.scrollBy({ top: 180, behavior: 'instant' }))
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    const [seen, left] = [await topCard(page, 2), await columns.evaluate((it) => it.scrollLeft)]
    expect(seen.text).not.toBe('Number 1')

    if (options === inHand) await button(page, 'Inbox and projects').click()
    await link(page, 'Settings').click()
    await heading(page, 'Settings').waitFor()
    await becomes(() => page.evaluate(() => location.pathname), '/settings')
    await page.goBack()
    await becomes(() => topCard(page, 2), seen)
    expect(await columns.evaluate((it) => it.scrollLeft)).toBe(left)
    await page.goForward()
    await heading(page, 'Settings').waitFor()
    await page.goBack()
    await becomes(() => topCard(page, 2), seen)
  })
})
