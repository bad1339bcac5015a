import { expect, test } from 'vitest'
import { address, minutes } from '../../../browser/sign-in/signing.ts'
import { alert, button, heading } from '../../../support/browsing/account.ts'
import { gatewayDown, goOffline, intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests({ TRUST_PROXY: '1', AUTH_RATE_LIMIT: '3' })

test('the typed address survives everything that can go wrong while asking for a link', async () => {
  const tab = await browsing.open('/', { extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' } })
  // So that only what is asked for here counts.
  await intercept(tab, '**/api/auth/passkey/options', (route) => route.abort())
  browsing.inboard.clock.advance(minutes)
  await tab.reload()
  const ask = async (text: string, sentence: string) => {
    await address(tab).fill(text)
    await button(tab, 'Email me a link').click()
    await alert(tab, sentence).waitFor()
    expect(await address(tab).inputValue()).toBe(text)
    expect(await address(tab).evaluate((element) => element === document.activeElement)).toBe(true)
  }
  const isInvalid = () => address(tab).getAttribute('aria-invalid')

  await ask('ada', 'Enter a valid email address.')
  expect(await isInvalid()).toBe('true')
  expect(await tab.getByRole('textbox', { description: 'Enter a valid email address.' }).count()).toBe(1)
  await ask('', 'Email must not be empty.')
  await goOffline(tab)
  await ask('ada@example.com', 'You are offline.')
  expect(await isInvalid()).toBe('false')
  await tab.context().setOffline(false)
  await intercept(tab, '**/api/auth/magic-link', gatewayDown, { times: 1 })
  await ask('ada@example.com', 'The server could not be reached.')
  await ask('ada@', 'Enter a valid email address.')
  await ask('ada@example.com', 'Too many requests')
  await tab.reload()
  expect(await address(tab).inputValue()).toBe('ada@example.com')
  browsing.inboard.clock.advance(minutes)
  await button(tab, 'Email me a link').click()
  await heading(tab, 'Check your mail').waitFor()
})
