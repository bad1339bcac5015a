import { test } from 'vitest'
import { isSignedInAs, openPageOf } from '../../../browser/links/opening.ts'
import { button, heading, linkFor, linkWith, tokenIn } from '../../../support/browsing/account.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a link offers no switch if it is dead, is for the same account, or the session has ended meanwhile', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn()
  const { email } = person.user
  const page = await openPageOf(browsing, linkWith(inboard, 'made-up'), { person })
  await heading(page, 'This link isn’t valid').waitFor()
  await page.getByText(`You are signed in as ${email}.`).waitFor()
  await button(page, 'Continue to Inboard').click()
  await heading(page, 'Inbox').waitFor()

  await page.goto(await linkFor(inboard, email))
  await heading(page, `Sign in as ${email}`).waitFor()
  await page.getByText('You are signed in to this account already.').waitFor()
  await page.keyboard.press('Enter')
  await isSignedInAs(page, email)
  const client = inboard.client(await tokenIn(page))
  // The session that it replaces is not left behind.
  await becomes(async () => (await client.listSessions()).sessions.length, 1)

  await client.endSession({ id: 'current' })
  const next = `next-${email}`
  await page.goto(await linkFor(inboard, next))
  await heading(page, `Sign in as ${next}`).waitFor()
  // If the page had heard of the end before it was left, nobody is signed in now, and nothing has to be reloaded.
  await button(page, 'Continue to Inboard').click()
  await isSignedInAs(page, next)
})
