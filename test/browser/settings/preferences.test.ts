import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { heading } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()
let page: Page
beforeEach(async () => {
  const person = await browsing.inboard.signIn()
  page = await browsing.open('/settings', { person })
  await heading(page, 'Settings').waitFor()
})

test('the theme is kept, and is the same in every tab; single keys can be switched off, and stay so', async () => {
  const background = (on: Page) => on.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const other = await page.context().newPage()
  await other.goto(`${browsing.appUrl}/settings`)
  await heading(other, 'Settings').waitFor()
  const light = await background(page)
  await page.getByRole('radio', { name: 'Dark' }).check()
  const dark = await background(page)
  expect(dark).not.toBe(light)
  await expect.poll(() => background(other)).toBe(dark)
  await page.reload()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  expect(await background(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('radio', { name: 'Light' }).check()
  expect(await background(page)).toBe(light)
  await page.getByRole('radio', { name: 'System' }).check()
  expect(await background(page)).toBe(dark)

  const box = page.getByRole('checkbox', { name: 'Single-key shortcuts' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await box.uncheck()
  await page.reload()
  expect(await box.isChecked()).toBe(false)
  await box.focus()
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
