import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { becomes, intercept, openBrowser } from '../support/browsing.ts'
import {
  alert,
  arrive,
  button,
  heading,
  linkIn,
  linkWith,
  openLink,
  plugIn,
  status,
} from '../support/browsing-account.ts'
import { eventually, startTestInboard, type TestInboard } from '../support/inboard.ts'
import { TestSmtp } from '../support/smtp.ts'

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

describe('a link', () => {
  test('comes by mail, waits for the press of a button, and signs in the tab that waits as well', async () => {
    const smtp = await TestSmtp.start()
    const own = await startTestInboard(smtp.environment)
    try {
      const visit = await browser.newContext({ baseURL: own.world.config.appUrl })
      const waiting = await visit.newPage()
      await waiting.goto('/')
      await askForLink(waiting, 'Ada@Example.com ')
      await waiting.getByText('A link is on its way to Ada@Example.com.').waitFor()

      const { email } = await eventually(() => smtp.to('ada@example.com')[0], 'the mail')
      const tab = await visit.newPage()
      const sent: string[] = []
      const referrers: (string | undefined)[] = []
      tab.on('request', async (request) => {
        sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
        referrers.push((await request.allHeaders()).referer)
      })
      await tab.goto(linkIn(email.text))
      const go = button(tab, 'Continue to Inboard')
      await go.waitFor()
      expect(tab.url()).toBe(`${own.world.config.appUrl}/verify-email`)
      await tab.reload()
      await go.waitFor()
      expect(await go.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(sent.filter((request) => request.startsWith('POST'))).toEqual([])

      await tab.keyboard.press('Enter')
      await heading(tab, 'Inbox').waitFor()
      await status(tab, 'You are signed in as ada@example.com.').waitFor()
      expect(sent).toContain('POST /api/auth/verify-email')
      expect(referrers.filter(Boolean)).toEqual([])
      expect(await tab.evaluate(() => JSON.stringify([location.href, { ...sessionStorage }]))).not.toContain(
        linkIn(email.text).split('=')[1],
      )
      await heading(waiting, 'Inbox').waitFor()
      await visit.close()
    } finally {
      await own.stop()
      await smtp.stop()
    }
  })

  test.each([
    {
      what: 'nobody knows',
      title: 'This link is not known',
      make: async () => 'made-up',
    },
    {
      what: 'was used',
      title: 'This link was used already',
      make: async (email: string) => {
        await inboard.client().requestLink({ email })
        const token = await inboard.linkTo(email)
        await inboard.client().openLink({ token })
        return token
      },
    },
    {
      what: 'has expired',
      title: 'This link has expired',
      make: async (email: string) => {
        await inboard.client().requestLink({ email })
        const token = await inboard.linkTo(email)
        inboard.clock.advance(15 * minutes)
        return token
      },
    },
  ])('that $what says so, and leads to a new one', async ({ what, title, make }) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`
    await page.goto('/settings')
    await address(page).fill(email)
    const tab = await openLink(context, linkWith(inboard, await make(email)))
    await heading(tab, title).waitFor()
    await button(tab, 'Get a new link').click()
    await heading(tab, 'Sign in').waitFor()
    expect(await address(tab).inputValue()).toBe(email)
    // It is dead for good: coming back finds no link.
    await tab.goto('/verify-email')
    await heading(tab, 'There is no link here').waitFor()
  })

  test('that is dead leads on to the app whoever is signed in', async () => {
    const signedIn = await arrive(context, inboard, 'already@example.com')
    await signedIn.goto(linkWith(inboard, 'made-up'))
    await button(signedIn, 'Continue to Inboard').click()
    await signedIn.getByText('You are signed in as already@example.com.').waitFor()
    await button(signedIn, 'Go on to Inboard').click()
    await heading(signedIn, 'Inbox').waitFor()
  })

  test('survives a press while the network or the server is gone', async () => {
    await inboard.client().requestLink({ email: 'offline@example.com' })
    await page.goto(linkWith(inboard, await inboard.linkTo('offline@example.com')))
    await context.setOffline(true)
    await button(page, 'Continue to Inboard').click()
    await alert(page, 'You are offline.').waitFor()
    await page.getByText('Your link is kept on this page').waitFor()
    await context.setOffline(false)
    await intercept(page, '**/api/auth/verify-email', gatewayDown, { times: 1 })
    await button(page, 'Continue to Inboard').click()
    await alert(page, 'The server could not be reached.').waitFor()
    await button(page, 'Continue to Inboard').click()
    await heading(page, 'Inbox').waitFor()
  })
})

/** What a proxy says when there is nothing behind it. */
const gatewayDown = (route: { fulfill(answer: object): Promise<void> }) =>
  route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' })

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
      await visit.setOffline(true)
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

    // The server's minute is not over: it says how long.
    await resend.click()
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await page.clock.fastForward(60 * seconds)
    inboard.clock.advance(60 * seconds)
    await page.getByRole('button', { name: 'Send it again', exact: true }).click()
    await status(page, 'It is on its way again.').waitFor()
    await inboard.linkTo(email, 2)

    await button(page, 'Use another address').click()
    expect(await address(page).inputValue()).toBe(email)
    // Whoever asks again at once has a link on its way.
    await askForLink(page, email)
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
    await intercept(tab, '**/api/inbox/cards', gatewayDown)
    await field.fill('Milk')
    await field.press('Enter')
    await alert(tab, 'The card was not saved.').waitFor()
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
    expect(await alert(tab, 'The card was not saved.').isVisible()).toBe(true)
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
    await tab.goto('/settings')
    await heading(tab, 'Settings').waitFor()
    inboard.clock.advance(31 * days)
    await tab.reload()
    await heading(tab, 'Sign in again').waitFor()
    await tab.getByText('Your session has ended. Signing in leads back to where you were.').waitFor()
    expect(new URL(tab.url()).pathname).toBe('/settings')
    await tab.reload()
    await heading(tab, 'Sign in again').waitFor()

    await askForLink(tab, email)
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
