import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { openSettings } from '../../../browser/access/settings.ts'
import { button, status } from '../../../support/browsing/account.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

const make = (page: Page) => button(page, 'Make an API token').click()
const label = (page: Page) => page.getByLabel('What is it for?')

test('API tokens can be copied by hand where the browser forbids it', async () => {
  const { page } = await openSettings(browsing)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await make(page)
  await label(page).fill('Script')
  await page.keyboard.press('Enter')
  await button(page, 'Copy API token').click()
  await status(page, 'Select the text and copy it.').waitFor()
})
