import { expect, test } from 'vitest'
import { button, heading, linkFor, linkWith, openLink } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { address, days } from './signing.ts'

// Sessions end here by the clock.
const browsing = browseInTests({})

test('a session that expired is resumed where it was', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn()
  const { email } = person.user
  const tab = await browsing.open('/', { person })
  await tab.evaluate(() => localStorage.setItem('inboard.address', '"another@example.com"'))
  await tab.goto(`${browsing.appUrl}/settings`)
  await heading(tab, 'Settings').waitFor()
  inboard.clock.advance(31 * days)
  await tab.reload()
  await heading(tab, 'Sign in again').waitFor()
  await tab.getByText('Your session has ended. Signing in leads back to where you were.').waitFor()
  expect(new URL(tab.url()).pathname).toBe('/settings')
  await tab.reload()
  await heading(tab, 'Sign in again').waitFor()
  expect(await address(tab).inputValue()).toBe(email)
  await button(tab, 'Email me a link').click()
  await heading(tab, 'Check your mail').waitFor()
  await button(tab, 'Use another address').click()
  // Nothing was left unsent.
  expect(await tab.getByText('is kept on this device').count()).toBe(0)

  const opened = await openLink(tab.context(), linkWith(inboard, await inboard.linkTo(email)))
  await heading(opened, 'Settings').waitFor()
  await heading(tab, 'Settings').waitFor()
  expect(new URL(opened.url()).pathname).toBe('/settings')
  // Only this once.
  const later = await openLink(tab.context(), await linkFor(inboard, email))
  await heading(later, 'Inbox').waitFor()
  expect(new URL(later.url()).pathname).toBe('/')
})
