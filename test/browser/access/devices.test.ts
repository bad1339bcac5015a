import { expect, test } from 'vitest'
import {
  alert,
  arriveAsNew,
  button,
  heading,
  status,
  thisBrowser,
  tokenIn,
} from '../../support/browsing/account.ts'
import { becomes, comeBack, gatewayDown, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { dateOf, focused, openSettings, readRows, rowsOf, signInWith, timeOf } from './settings.ts'

// They are listed by when they came, which its clock tells apart.
const browsing = browseInTests({})

const minute = 60_000
const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const signInElsewhere = async (email: string, userAgent: string) => {
  browsing.inboard.clock.advance(minute)
  return await signInWith(browsing.inboard, email, userAgent)
}

test('devices are named as a person would, this one first', async () => {
  const { inboard } = browsing
  const email = 'named@example.com'
  // By itself, because the server is to name this very browser.
  const page = await arriveAsNew(browsing, { email, locale: 'en-GB' })
  await page.getByRole('link', { name: 'Settings' }).click()
  await rowsOf(page, 'Devices').first().waitFor()
  for (const userAgent of [firefoxOnWindows, safariOnIphone]) await signInElsewhere(email, userAgent)
  inboard.clock.advance(minute)
  await inboard.signIn(email)
  await comeBack(page)
  const { sessions } = await inboard.client(await tokenIn(page)).listSessions()
  const [program, iphone, windows, here] = sessions.map(
    ({ created_at }) => `Signed in by link on ${dateOf(created_at, 'en-GB')}, ${timeOf(created_at, 'en-GB')}`,
  )
  const lastUses = sessions.map(({ last_used_at }) => `last used ${dateOf(last_used_at, 'en-GB')}`)
  await becomes(
    () => readRows(page, 'Devices'),
    [
      `${thisBrowser}, This device · ${here}`,
      `Unknown browser or app, ${program} · ${lastUses[0]}, Sign out`,
      `Safari on iPhone, ${iphone} · ${lastUses[1]}, Sign out`,
      `Firefox on Windows, ${windows} · ${lastUses[2]}, Sign out`,
    ],
  )
})

test('devices can be ended one by one, which the other one notices', async () => {
  const person = await browsing.inboard.signIn()
  const other = await browsing.open('/', {
    person: await signInElsewhere(person.user.email, firefoxOnWindows),
  })
  await heading(other, 'Inbox').waitFor()
  const { page } = await openSettings(browsing, { person })
  await intercept(page, '**/api/sessions/*', gatewayDown, { times: 1 })
  const end = button(page, 'Sign out Firefox on Windows')
  await end.press('Enter')
  await alert(page, 'The server could not be reached.').waitFor()
  await end.press('Enter')
  await status(page, 'Firefox on Windows was signed out.').waitFor()
  expect(await rowsOf(page, 'Devices').count()).toBe(1)
  expect(await focused(page)).toBe('Devices')
  await comeBack(other)
  await heading(other, 'Sign in again').waitFor()
  await other.getByText('Your session has ended.').waitFor()
})

test('devices that are gone already, in a stale tab, are no trouble; all but this one can be ended at once', async () => {
  const person = await browsing.inboard.signIn()
  const firefox = await signInElsewhere(person.user.email, firefoxOnWindows)
  const safari = await signInElsewhere(person.user.email, safariOnIphone)
  const { page, client } = await openSettings(browsing, { person })
  await button(page, 'Sign out Firefox on Windows').waitFor()
  await firefox.client.endSession({ id: 'current' })
  await button(page, 'Sign out Firefox on Windows').click()
  await status(page, 'Firefox on Windows was signed out.').waitFor()

  await button(page, 'Sign out all other devices').click()
  await status(page, 'Every other device was signed out.').waitFor()
  expect(await rowsOf(page, 'Devices').count()).toBe(1)
  expect(await button(page, 'Sign out all other devices').count()).toBe(0)
  expect(await codeOfRefusal(safari.client.readMe())).toBe('unauthenticated')
  await client.readMe()
})
