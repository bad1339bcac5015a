import { expect, test } from 'vitest'
import { alert, button, heading, linkWith, status, tokenIn } from '../../support/browsing/account.ts'
import { becomes, gatewayDown, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { changeOf, isFocused, isSignedInAs, openPageOf } from './opening.ts'

// By its clock, somebody can ask for a change once a minute.
const browsing = browseInTests({})

test('a link that changes the address is a plain confirmation in a browser of that account, and can be declined', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn('mine@example.com')
  const linkOfChangeTo = async (email: string) => {
    await person.client.requestAddressChange({ email })
    return linkWith(inboard, await inboard.linkTo(email))
  }
  const declined = await linkOfChangeTo('careful@example.org')
  const tab = await browsing.open('/settings', { person })
  await tab.getByText('We sent a link to careful@example.org').waitFor()
  const page = await tab.context().newPage()
  await page.goto(declined)
  await intercept(page, '**/api/auth/link/decline', gatewayDown, { times: 1 })
  await button(page, 'This was not me').click()
  await alert(page, 'The server could not be reached.').waitFor()
  await button(page, 'This was not me').click()
  await heading(page, 'Nothing was changed').waitFor()
  await button(tab, 'Change address').waitFor()

  inboard.clock.advance(60_000)
  await page.goto(await linkOfChangeTo('mine@example.org'))
  await heading(page, 'Change your address').waitFor()
  await page.getByText('changes from mine@example.com to mine@example.org.').waitFor()
  expect(await page.getByText('Whoever asked for this').count()).toBe(0)
  await button(page, 'Change address').click()
  await status(page, 'Your address is now mine@example.org.').waitFor()
  await heading(page, 'Inbox').waitFor()
  await isSignedInAs(tab, 'mine@example.org')
  // The session that it replaces is not left behind.
  const after = inboard.client(await tokenIn(page))
  await becomes(async () => (await after.listSessions()).sessions.length, 1)
})

test('a link that changes the address warns where nobody is signed in to that account, can be declined, and says if the address is taken by then', async () => {
  const { inboard } = browsing
  const { client, link } = await changeOf(inboard, 'theirs@example.com', 'stranger@example.org')
  const page = await openPageOf(browsing, link)
  await heading(page, 'Change the address of an account').waitFor()
  await page
    .getByText('The address of the account t•••@example.com changes to stranger@example.org')
    .waitFor()
  await page.getByText('Whoever asked for this can use the account').waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('theirs@example.com')
  // A stray Enter confirms nothing.
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await isFocused(page, 'This was not me')).toBe(true)
  await page.keyboard.press('Enter')
  await heading(page, 'Nothing was changed').waitFor()
  await page.getByText('The account t•••@example.com keeps its address').waitFor()
  const { user } = await client.readMe()
  expect([user.email, user.pending_email]).toEqual(['theirs@example.com', null])
  await page.goto(link)
  await heading(page, 'This link has already been used').waitFor()

  const { link: late } = await changeOf(inboard, 'late@example.com', 'taken@example.org')
  await inboard.signIn('taken@example.org')
  await page.goto(late)
  await button(page, 'Change address and sign in').click()
  await heading(page, 'This address is taken').waitFor()
})
