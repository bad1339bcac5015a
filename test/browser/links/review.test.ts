import { expect, test } from 'vitest'
import { button, heading, thisBrowser } from '../../support/browsing/account.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { isSignedInAs, openPageOf } from './opening.ts'
import { asked, change, endAll, inheritance } from './review.ts'

// Comes after a change of address that was confirmed without a session of the account.
const browsing = browseInTests()

test('all that can use an account is shown, and ended at one press', async () => {
  const { client, link, email } = await inheritance(browsing, 'inherited')
  const page = await openPageOf(browsing, link)
  await change(page)
  const mine = await asked(browsing, page, email)
  const rows = page.getByRole('listitem')
  await becomes(
    async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0]),
    [thisBrowser, 'Unknown browser or app', 'Old script'],
  )
  await page.reload()
  await page.getByText('Old script').waitFor()
  await endAll(page).press('Enter')
  await heading(page, 'Only this device is left').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await codeOfRefusal(client.readMe())).toBe('unauthenticated')
  expect((await mine.listApiTokens()).api_tokens).toEqual([])
  expect((await mine.listSessions()).sessions).toHaveLength(1)
  await button(page, 'Continue to Inboard').click()
  await isSignedInAs(page, email)
  // Only this once.
  await page.goto(`${browsing.appUrl}/verify-email`)
  await heading(page, 'This isn’t a sign-in link').waitFor()
})
