import { expect, test } from 'vitest'
import { openSettings, rowsOf, section } from '../../../browser/access/settings.ts'
import { button, heading, plugIn } from '../../../support/browsing/account.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('devices say so if it was a passkey', async () => {
  const { page } = await openSettings(browsing)
  await plugIn(page)
  await section(page, 'Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
  await page.keyboard.press('Enter')
  await rowsOf(page, 'Passkeys').first().waitFor()
  await button(page, 'Sign out').click()
  // The device signs in by itself.
  await heading(page, 'Inbox').waitFor()
  await page.getByRole('link', { name: 'Settings' }).click()
  await rowsOf(page, 'Devices').filter({ hasText: 'This device · by passkey' }).waitFor()
  expect(await rowsOf(page, 'Devices').count()).toBe(1)
})
