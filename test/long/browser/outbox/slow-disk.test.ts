import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { actWhileHeld } from '../../../browser/outbox/held-disk.ts'
import { card, tick } from '../../../support/browsing/boards.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each([
  {
    what: 'keys for one card after the other',
    act: async (page: Page) => {
      await page.keyboard.press('Shift+ArrowDown')
      await card(page, 'Bread').focus()
      await page.keyboard.press('c')
      await card(page, 'Milk').focus()
    },
    expected: ['Bread, complete', 'Milk'],
  },
  {
    what: 'clicks',
    act: async (page: Page) => {
      for (let click = 0; click < 3; click++) await tick(page, 'Bread').click()
    },
    expected: ['Milk', 'Bread, complete'],
  },
])(
  '$what that come faster than the disk writes act on what the ones before have done',
  async ({ act, expected }) => {
    await becomes(await actWhileHeld(browsing, act), expected)
  },
)
