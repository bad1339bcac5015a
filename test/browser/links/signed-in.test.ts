import { expect, test } from 'vitest'
import { button, heading, linkFor } from '../../support/browsing/account.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { isFocused, isSignedInAs, switchAccount } from './opening.ts'

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
