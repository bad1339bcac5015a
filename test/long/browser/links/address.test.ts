import { test } from 'vitest'
import { changeOf, isSignedInAs, openPageOf } from '../../../browser/links/opening.ts'
import { button, heading } from '../../../support/browsing/account.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a link that changes the address warns in a browser of another account, and names it', async () => {
  const person = await browsing.inboard.signIn('victim@example.com')
  const { link } = await changeOf(browsing.inboard, 'attacker@example.com', 'victim@example.org')
  const page = await openPageOf(browsing, link, { person })
  await page.getByText('Whoever asked for this can use the account').waitFor()
  await page.getByText('You are signed in as victim@example.com.').waitFor()
  await button(page, 'Change address and switch to victim@example.org').waitFor()
  await button(page, 'Stay signed in as victim@example.com').click()
  await isSignedInAs(page, 'victim@example.com')
  await page.goto(link)
  await button(page, 'This was not me').click()
  await heading(page, 'Nothing was changed').waitFor()
  await page.getByText('You are signed in as victim@example.com.').waitFor()
  await button(page, 'Open the settings').click()
  await heading(page, 'Settings').waitFor()
})
