import { expect, test } from 'vitest'
import { openSettings, rowsOf, section } from '../../../browser/access/settings.ts'
import { alert, button, heading, plugIn } from '../../../support/browsing/account.ts'
import { intercept } from '../../../support/browsing/browsing.ts'
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
  await rowsOf(page, 'Devices').filter({ hasText: 'This device · Signed in by passkey' }).waitFor()
  expect(await rowsOf(page, 'Devices').count()).toBe(1)
})

test('devices can be asked for again when they could not be loaded, and are folded away beyond ten', async () => {
  const { page, user } = await openSettings(browsing)
  for (let more = 0; more < 11; more++) await browsing.inboard.signIn(user.email)
  await intercept(page, '**/api/sessions', (route) => route.abort(), { times: 1 })
  await page.reload()
  await alert(page, 'The server could not be reached.').waitFor()
  await section(page, 'Devices').getByRole('button', { name: 'Try again' }).click()
  await page.getByText('2 more').waitFor()
  expect(await button(page, 'Sign out Unknown browser or app').count()).toBe(9)
  await page.getByText('2 more').focus()
  await page.keyboard.press('Enter')
  expect(await button(page, 'Sign out Unknown browser or app').count()).toBe(11)
})
