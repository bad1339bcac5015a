import { expect, test } from 'vitest'
import { isSignedInAs, openPageOf, switchAccount } from '../../../browser/links/opening.ts'
import { asked, change, endAll, inheritance } from '../../../browser/links/review.ts'
import { alert, button, heading, status } from '../../../support/browsing/account.ts'
import { gatewayDown, intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

// Comes after a change of address that was confirmed without a session of the account.
const browsing = browseInTests()

test('everything that can use an account can be left as it is; from another account, what could not be ended is said', async () => {
  const left = await inheritance(browsing, 'trusting')
  const page = await openPageOf(browsing, left.link)
  await change(page)
  await asked(browsing, page, left.email)
  await button(page, 'Leave everything as it is').click()
  await isSignedInAs(page, left.email)
  expect((await left.client.listSessions()).sessions).toHaveLength(2)

  const stuck = await inheritance(browsing, 'stuck')
  await page.goto(stuck.link)
  await switchAccount([page], () => change(page))
  const mine = await asked(browsing, page, stuck.email)
  await intercept(page, '**/api/tokens/*', gatewayDown, { times: 1 })
  await endAll(page).click()
  await alert(page, 'The server could not be reached.').waitFor()
  await status(page, 'Some access could not be removed.').waitFor()
  await page.getByText('Old script').waitFor()
  expect(await page.getByText('Unknown browser or app').count()).toBe(0)
  await endAll(page).click()
  await heading(page, 'Only this device is left').waitFor()
  expect((await mine.listApiTokens()).api_tokens).toEqual([])
  await button(page, 'Continue to Inboard').click()
  await isSignedInAs(page, stuck.email)
})
