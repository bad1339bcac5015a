import type { Route } from 'playwright-core'
import { describe, test } from 'vitest'
import { problem } from '../../../../src/contract/problem.ts'
import { address, askForLink, seconds } from '../../../browser/sign-in/signing.ts'
import { alert, button } from '../../../support/browsing/account.ts'
import { intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

// Links are sent again by its clock.
const browsing = browseInTests({})

describe('asking for a link', () => {
  test('too often is refused with a time in words, which the button counts down', async () => {
    const page = await browsing.open('/healthz')
    await page.clock.install()
    await page.goto(browsing.appUrl)
    const refuse = (retry_after: number) => (route: Route) =>
      route.fulfill({
        status: 429,
        contentType: 'application/problem+json',
        body: JSON.stringify(problem('rate_limited', { retry_after })),
      })
    await intercept(page, '**/api/auth/magic-link', refuse(3600), { times: 1 })
    await address(page).fill('often@example.com')
    await page.keyboard.press('Enter')
    await alert(page, 'Too many requests. Try again in 60 minutes.').waitFor()
    await askForLink(page, 'often@example.com')
    await page.clock.fastForward(60 * seconds)
    await intercept(page, '**/api/auth/magic-link', refuse(600), { times: 1 })
    await page.getByRole('button', { name: 'Send it again', exact: true }).click()
    await alert(page, 'Too many requests. Try again in 10 minutes.').waitFor()
    await button(page, /^Send it again in (10|9) min$/).waitFor()
    await page.clock.fastForward(590 * seconds)
    await button(page, /^Send it again in \d+ s$/).waitFor()
  })
})
