import { describe, expect, test } from 'vitest'
import { button, heading, status } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { address, askForLink, seconds } from './signing.ts'

// Links are sent again by its clock.
const browsing = browseInTests({})

describe('asking for a link', () => {
  test('again is possible when the countdown has ended, and changing the address at any time', async () => {
    const email = 'again@example.com'
    const page = await browsing.open('/healthz')
    await page.clock.install()
    await page.goto(browsing.appUrl)
    await askForLink(page, email)
    const resend = button(page, /^Send it again/)
    expect(await resend.innerText()).toMatch(/^Send it again in (60|[45]\d) s$/)
    expect(await resend.getAttribute('aria-disabled')).toBe('true')
    await page.clock.fastForward(30 * seconds)
    await button(page, /^Send it again in (30|[12]?\d) s$/).waitFor()
    await resend.press('Enter')
    await browsing.inboard.linkTo(email)
    expect(browsing.inboard.mails().filter(({ to }) => to === email)).toHaveLength(1)
    await page.clock.fastForward(30 * seconds)
    await page.getByRole('button', { name: 'Send it again', exact: true }).waitFor()

    // The server's minute is not over: it says how long, and that nothing was sent.
    await resend.click()
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await status(page, 'We sent a link less than a minute ago.').waitFor()
    await page.clock.fastForward(60 * seconds)
    browsing.inboard.clock.advance(60 * seconds)
    await page.getByRole('button', { name: 'Send it again', exact: true }).click()
    await status(page, 'It is on its way again.').waitFor()
    await browsing.inboard.linkTo(email, 2)

    await button(page, 'Use another address').click()
    expect(await address(page).inputValue()).toBe(email)
    // Whoever asks again at once is told the truth.
    await page.keyboard.press('Enter')
    await heading(page, 'A link was sent moments ago').waitFor()
    await page.getByText(`The last link to ${email} was sent less than a minute ago`).waitFor()
    expect(await page.getByText('on its way').count()).toBe(0)
    await button(page, /^Send it again in \d+ s$/).waitFor()
    expect(browsing.inboard.mails().filter(({ to }) => to === email)).toHaveLength(2)
  })
})
