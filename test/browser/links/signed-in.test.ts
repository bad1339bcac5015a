import { expect, test } from 'vitest'
import { button, heading, linkFor, linkWith, tokenIn } from '../../support/browsing/account.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { isFocused, isSignedInAs, openPageOf, switchAccount } from './opening.ts'

const browsing = browseInTests()

test('a link to another account asks before it switches and names both, for as long as somebody is signed in', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn()
  const first = person.user.email
  const second = `second-${first}`
  const other = await browsing.open('/settings', { person })
  const page = await other.context().newPage()
  const link = await linkFor(inboard, second)
  await page.goto(link)
  await heading(page, 'Switch to another account?').waitFor()
  await page.getByText(`You are signed in as ${first}. This link signs you in as ${second}.`).waitFor()
  // A stray Enter switches nothing.
  await page.keyboard.press('Enter')
  expect(await isFocused(page, `Switch to ${second}`)).toBe(false)
  await button(page, `Stay signed in as ${first}`).click()
  await isSignedInAs(page, first)

  await page.goto(link)
  await heading(page, 'Switch to another account?').waitFor()
  await page.keyboard.press('Tab')
  expect(await isFocused(page, `Switch to ${second}`)).toBe(true)
  await switchAccount([page, other], () => page.keyboard.press('Enter'))
  await isSignedInAs(page, second)
  // The other tab shows nothing of the first account any more, whose session has ended.
  await isSignedInAs(other, second)
  await becomes(() => codeOfRefusal(person.client.readMe()), 'unauthenticated')

  const third = `third-${first}`
  await page.goto(await linkFor(inboard, third))
  await heading(page, 'Switch to another account?').waitFor()
  await button(other, 'Sign out').click()
  await heading(page, `Sign in as ${third}`).waitFor()
})

test('a link offers no switch if it is dead, is for the same account, or the session has ended meanwhile', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn()
  const { email } = person.user
  const page = await openPageOf(browsing, linkWith(inboard, 'made-up'), { person })
  await heading(page, 'This link is not known').waitFor()
  await page.getByText(`You are signed in as ${email}.`).waitFor()
  await button(page, 'Go on to Inboard').click()
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
