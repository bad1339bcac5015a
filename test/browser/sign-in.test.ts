import type { Browser, BrowserContext, Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../../src/contract/problem.ts'
import {
  alert,
  arrive,
  button,
  heading,
  linkWith,
  openLink,
  plugIn,
  status,
  tokenIn,
} from '../support/browsing/account.ts'
import { becomes, gatewayDown, goOffline, intercept, openBrowser } from '../support/browsing/browsing.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

const seconds = 1000
const minutes = 60 * seconds
const days = 24 * 60 * minutes

let browser: Browser
let inboard: TestInboard
let context: BrowserContext
let page: Page

beforeAll(async () => {
  ;[browser, inboard] = await Promise.all([openBrowser(), startTestInboard()])
})
afterAll(async () => {
  await browser?.close()
  await inboard?.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ baseURL: inboard.world.config.appUrl })
  page = await context.newPage()
})
afterEach(() => context.close())

const address = (on: Page) => on.getByLabel('Email address')

async function askForLink(on: Page, email: string): Promise<void> {
  await address(on).fill(email)
  await on.keyboard.press('Enter')
  await heading(on, 'Check your mail').waitFor()
}

describe('asking for a link', () => {
  test('keeps what was typed through everything that can go wrong', async () => {
    const limited = await startTestInboard({ TRUST_PROXY: '1', AUTH_RATE_LIMIT: '3' })
    try {
      const visit = await browser.newContext({
        baseURL: limited.world.config.appUrl,
        extraHTTPHeaders: { 'x-forwarded-for': '203.0.113.7' },
      })
      const tab = await visit.newPage()
      // So that only what is asked for here counts.
      await intercept(tab, '**/api/auth/passkey/options', (route) => route.abort())
      await tab.goto('/')
      const ask = async (text: string, sentence: string) => {
        await address(tab).fill(text)
        await button(tab, 'Email me a link').click()
        await alert(tab, sentence).waitFor()
        expect(await address(tab).inputValue()).toBe(text)
        expect(await address(tab).evaluate((element) => element === document.activeElement)).toBe(true)
      }
      const isInvalid = () => address(tab).getAttribute('aria-invalid')

      await ask('ada', 'Email must be one email address, such as ada@example.com.')
      expect(await isInvalid()).toBe('true')
      expect(await tab.getByRole('textbox', { description: 'Email must be one email address' }).count()).toBe(
        1,
      )
      await ask('', 'Email must not be empty.')
      await goOffline(tab)
      await ask('ada@example.com', 'You are offline.')
      expect(await isInvalid()).toBe('false')
      await visit.setOffline(false)
      await intercept(tab, '**/api/auth/magic-link', gatewayDown, { times: 1 })
      await ask('ada@example.com', 'The server could not be reached.')
      await ask('ada@', 'Email must be one email address')
      await ask('ada@example.com', 'Too many requests')
      await tab.reload()
      expect(await address(tab).inputValue()).toBe('ada@example.com')
      limited.clock.advance(minutes)
      await button(tab, 'Email me a link').click()
      await heading(tab, 'Check your mail').waitFor()
      await visit.close()
    } finally {
      await limited.stop()
    }
  })

  test('again is possible when the countdown has ended, and changing the address at any time', async () => {
    const email = 'again@example.com'
    await page.clock.install()
    await page.goto('/')
    await askForLink(page, email)
    const resend = button(page, /^Send it again/)
    expect(await resend.innerText()).toMatch(/^Send it again in (60|[45]\d) s$/)
    expect(await resend.getAttribute('aria-disabled')).toBe('true')
    await page.clock.fastForward(30 * seconds)
    await button(page, /^Send it again in (30|[12]?\d) s$/).waitFor()
    await resend.press('Enter')
    await inboard.linkTo(email)
    expect(inboard.mails().filter(({ to }) => to === email)).toHaveLength(1)
    await page.clock.fastForward(30 * seconds)
    await page.getByRole('button', { name: 'Send it again', exact: true }).waitFor()

    // The server's minute is not over: it says how long, and that nothing was sent.
    await resend.click()
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await status(page, 'Nothing was sent now: the last link was sent less than a minute ago.').waitFor()
    await page.clock.fastForward(60 * seconds)
    inboard.clock.advance(60 * seconds)
    await page.getByRole('button', { name: 'Send it again', exact: true }).click()
    await status(page, 'It is on its way again.').waitFor()
    await inboard.linkTo(email, 2)

    await button(page, 'Use another address').click()
    expect(await address(page).inputValue()).toBe(email)
    // Whoever asks again at once is told the truth.
    await page.keyboard.press('Enter')
    await heading(page, 'A link was sent moments ago').waitFor()
    await page.getByText(`The last link to ${email} was sent less than a minute ago`).waitFor()
    expect(await page.getByText('on its way').count()).toBe(0)
    await button(page, /^Send it again in \d+ s$/).waitFor()
    expect(inboard.mails().filter(({ to }) => to === email)).toHaveLength(2)
  })

  test('too often is refused with a time in words, which the button counts down', async () => {
    await page.clock.install()
    await page.goto('/')
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

describe('a passkey', () => {
  test('is offered after the first sign-in, and signs in at the press of a button', async () => {
    await context.addInitScript(withoutSuggestions)
    const tab = await arrive(context, inboard, 'passkey@example.com')
    await plugIn(tab)
    await button(tab, 'Add a passkey').click()
    await status(tab, 'Your passkey is ready.').waitFor()
    expect(await button(tab, 'Not now').count()).toBe(0)

    await signOut(tab)
    await button(tab, 'Use a passkey').click()
    await heading(tab, 'Inbox').waitFor()
  })

  test('is offered where no message lies over it, on any screen', async () => {
    const tab = await arrive(context, inboard, 'uncovered@example.com')
    const field = tab.getByRole('textbox', { name: 'Add a card to Inbox' })
    await field.waitFor()
    // A complaint stays until it is dismissed, whereas the greeting may be gone before a busy machine looks.
    await field.fill('x'.repeat(2001))
    await field.press('Enter')
    await alert(tab, 'Not saved:').waitFor()
    await button(tab, 'Add a passkey').waitFor()
    for (const [width, height] of [
      [1280, 720],
      [1024, 768],
      [390, 844],
      [320, 568],
    ] as const) {
      await tab.setViewportSize({ width, height })
      await becomes(() => covered(tab), [])
    }
    expect(await alert(tab, 'Not saved:').isVisible()).toBe(true)
  })

  test('signs in from the suggestions of the address field', async () => {
    const tab = await arrive(context, inboard, 'suggested@example.com')
    await plugIn(tab)
    await button(tab, 'Add a passkey').click()
    await status(tab, 'Your passkey is ready.').waitFor()
    // This device acts as if its owner took the first suggestion at once.
    const signedIn = tab.waitForResponse('**/api/auth/passkey/verify')
    await tab.goto('/settings')
    await button(tab, 'Sign out').click()
    expect((await signedIn).status()).toBe(200)
    await heading(tab, 'Inbox').waitFor()
  })

  test('that is not used, or that the server refuses, leaves the other way open', async () => {
    const tab = await arrive(context, inboard, 'refused@example.com')
    const device = await plugIn(tab)
    await button(tab, 'Add a passkey').click()
    await status(tab, 'Your passkey is ready.').waitFor()
    await device.recognise(false)
    await signOut(tab)
    await button(tab, 'Use a passkey').click()
    await status(tab, 'No passkey was used.').waitFor()
    expect(await alert(tab, '').allInnerTexts()).not.toContainEqual(expect.stringMatching(/./))

    inboard.clock.advance(minutes)
    const { client } = await inboard.signIn('refused@example.com')
    for (const { id } of (await client.listPasskeys()).passkeys) await client.removePasskey({ id })
    await device.recognise(true)
    await button(tab, 'Use a passkey').click()
    await alert(tab, 'This passkey was not accepted. Try another way to sign in.').waitFor()
    inboard.clock.advance(minutes)
    await askForLink(tab, 'refused@example.com')
  })

  test('is not offered again to who said not now', async () => {
    const tab = await arrive(context, inboard, 'not-now@example.com')
    await button(tab, 'Not now').click()
    expect(await button(tab, 'Add a passkey').count()).toBe(0)
    await signOut(tab)
    inboard.clock.advance(minutes)
    const later = await arrive(context, inboard, 'not-now@example.com')
    expect(await button(later, 'Add a passkey').count()).toBe(0)
    const other = await arrive(await browser.newContext(), inboard, 'other@example.com')
    await button(other, 'Add a passkey').waitFor()
    await other.context().close()
  })
})

/** As in a browser that does not put passkeys among what it suggests for a field. */
function withoutSuggestions() {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false
}

/** What cannot be pressed in its middle, because something lies over it. */
const covered = (on: Page) =>
  on.locator('button, a, input, textarea').evaluateAll((elements) =>
    elements
      .filter((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const top = document.elementFromPoint(x + width / 2, y + height / 2)
        return element.checkVisibility({ visibilityProperty: true }) && top && !element.contains(top)
      })
      .map((element) => element.ariaLabel ?? element.textContent),
  )

async function signOut(on: Page): Promise<void> {
  await on.goto(`${inboard.world.config.appUrl}/settings`)
  await button(on, 'Sign out').click()
  await heading(on, 'Sign in').waitFor()
}

describe('a session', () => {
  test('ends in every tab at once, and leaves nothing of its owner behind', async () => {
    const one = await arrive(context, inboard, 'tabs@example.com')
    const other = await context.newPage()
    await other.goto('/settings')
    await other.getByText('You are signed in as tabs@example.com.').waitFor()
    await signOut(one)
    await heading(other, 'Sign in').waitFor()
    expect(new URL(one.url()).pathname).toBe('/')
    expect(await one.evaluate(() => JSON.stringify({ ...localStorage }))).not.toMatch(/tabs@|token/)
    expect(await address(one).inputValue()).toBe('')
  })

  test('that ends here ends on the server too', async () => {
    const tab = await arrive(context, inboard, 'ends@example.com')
    const token = await tokenIn(tab)
    await signOut(tab)
    expect(await codeOfRefusal(inboard.client(token).readMe())).toBe('unauthenticated')
  })

  test('ends here at once, and on the server when it can be reached again', async () => {
    const tab = await arrive(context, inboard, 'later@example.com')
    const token = await tokenIn(tab)
    await tab.goto('/settings')
    await goOffline(tab)
    await button(tab, 'Sign out').click()
    await heading(tab, 'Signed out in this browser').waitFor()
    await alert(tab, 'You are offline.').waitFor()
    await tab
      .getByText(/^Your session could not be ended on the server. It ends there by itself on/)
      .waitFor()
    expect(await tab.evaluate(() => localStorage.getItem('inboard.session'))).toBe(null)
    await inboard.client(token).readMe()
    await context.setOffline(false)
    await heading(tab, 'Sign in').waitFor()
    expect(await codeOfRefusal(inboard.client(token).readMe())).toBe('unauthenticated')
  })

  test('that the server does not end can be tried again', async () => {
    const tab = await arrive(context, inboard, 'retried@example.com')
    const token = await tokenIn(tab)
    await tab.goto('/settings')
    await intercept(tab, '**/api/sessions/current', gatewayDown, { times: 1 })
    await button(tab, 'Sign out').click()
    await alert(tab, 'The server could not be reached.').waitFor()
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    await heading(tab, 'Sign in').waitFor()
    expect(await codeOfRefusal(inboard.client(token).readMe())).toBe('unauthenticated')
  })

  test('that was ended elsewhere asks to sign in again, and keeps what was being written', async () => {
    const email = 'elsewhere@example.com'
    const tab = await arrive(context, inboard, email)
    await tab.getByLabel('Add a card to Inbox').fill('Half a thought')
    inboard.clock.advance(minutes)
    const { client } = await inboard.signIn(email)
    await client.endOtherSessions()
    await tab.evaluate(() => dispatchEvent(new Event('focus')))
    await heading(tab, 'Sign in again').waitFor()
    await tab.getByText('Your session has ended. Signing in leads back to where you were.').waitFor()
    await tab.getByText('What you have not sent yet is kept on this device until you are back.').waitFor()
    inboard.clock.advance(minutes)
    const other = await arrive(context, inboard, email)
    const written = (page: Page) => page.getByLabel('Add a card to Inbox').inputValue()
    // Signed in again it is in the tab where it was written, and in no other; once that is closed, the next tab has it.
    await becomes(() => written(tab), 'Half a thought')
    expect(await written(other)).toBe('')
    await tab.close()
    await becomes(async () => {
      // A browser takes a moment to let go of what a closed tab had.
      await other.reload()
      await other.getByText('Nothing waits for you.').waitFor()
      return await written(other)
    }, 'Half a thought')
  })

  test('that began in another tab is not stored again, over what that tab may have stored since', async () => {
    await page.goto('/')
    await heading(page, 'Sign in').waitFor()
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      const stored: string[] = []
      Object.assign(globalThis, { stored })
      Storage.prototype.setItem = function (key, text) {
        stored.push(key)
        setItem.call(this, key, text)
      }
    })
    await arrive(context, inboard, 'once@example.com')
    await heading(page, 'Inbox').waitFor()
    const stored = await page.evaluate(() => (globalThis as unknown as { stored: string[] }).stored)
    expect(stored).not.toContain('inboard.session')
  })

  test('that expired is resumed where it was', async () => {
    const email = 'expired@example.com'
    const tab = await arrive(context, inboard, email)
    await tab.evaluate(() => localStorage.setItem('inboard.address', '"another@example.com"'))
    await tab.goto('/settings')
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

    const opened = await openLink(context, linkWith(inboard, await inboard.linkTo(email, 2)))
    await heading(opened, 'Settings').waitFor()
    await heading(tab, 'Settings').waitFor()
    expect(new URL(opened.url()).pathname).toBe('/settings')
    // Only this once.
    inboard.clock.advance(minutes)
    const later = await arrive(context, inboard, email)
    expect(new URL(later.url()).pathname).toBe('/')
  })

  test('never leads to another site', async () => {
    await page.goto('/')
    for (const path of ['//example.org/', '\\\\example.org']) {
      await page.evaluate((to) => localStorage.setItem('inboard.return', to), path)
      const email = `return-${path.length}@example.com`
      const arrived = await arrive(context, inboard, email)
      expect(arrived.url()).toBe(`${inboard.world.config.appUrl}/`)
      await arrived.close()
    }
  })
})
