import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  alert,
  arrive,
  button,
  heading,
  linkIn,
  linkWith,
  openLink,
  status,
  thisBrowser,
  tokenIn,
} from '../support/browsing/account.ts'
import { becomes, gatewayDown, goOffline, intercept, openBrowser } from '../support/browsing/browsing.ts'
import { codeOfRefusal, eventually, startTestInboard, type TestInboard } from '../support/service/inboard.ts'
import { TestSmtp } from '../support/service/smtp.ts'

const minutes = 60_000

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

/** A new sign-in link to an address. */
async function linkTo(email: string): Promise<string> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  return linkWith(inboard, await inboard.linkTo(email, before + 1))
}

/** A person who is signed in elsewhere, and the link that changes their address. */
async function changeOf(email: string, next: string) {
  const person = await inboard.signIn(email)
  await person.client.requestAddressChange({ email: next })
  return { ...person, link: linkWith(inboard, await inboard.linkTo(next)) }
}

const isFocused = (name: string) =>
  button(page, name).evaluate((element) => element === document.activeElement)
const shown = () => page.getByRole('main').innerText()
const isSignedInAs = (on: Page, email: string) =>
  on.getByRole('navigation').getByText(`Signed in as ${email}`).waitFor()

describe('a link to sign in', () => {
  test('says as whom, waits for the press of a button, and signs in the tab that waits as well', async () => {
    const smtp = await TestSmtp.start()
    const own = await startTestInboard(smtp.environment)
    try {
      const visit = await browser.newContext({ baseURL: own.world.config.appUrl })
      const waiting = await visit.newPage()
      await waiting.goto('/')
      await waiting.getByLabel('Email address').fill('Ada@Example.com ')
      await waiting.keyboard.press('Enter')
      await waiting.getByText('A link is on its way to Ada@Example.com.').waitFor()

      const { email } = await eventually(() => smtp.to('ada@example.com')[0], 'the mail')
      const tab = await visit.newPage()
      const requests: Request[] = []
      tab.on('request', (request) => requests.push(request))
      const sent = () => requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
      await tab.goto(linkIn(email.text))
      await heading(tab, 'Sign in as ada@example.com').waitFor()
      const go = button(tab, 'Continue to Inboard')
      expect(tab.url()).toBe(`${own.world.config.appUrl}/verify-email`)
      await tab.reload()
      await go.waitFor()
      expect(await go.evaluate((element) => element === document.activeElement)).toBe(true)
      // To look at it is not to open it.
      const posts = sent().filter((request) => request.startsWith('POST'))
      expect(new Set(posts)).toEqual(new Set(['POST /api/auth/link']))

      await tab.keyboard.press('Enter')
      await heading(tab, 'Inbox').waitFor()
      await status(tab, 'You are signed in as ada@example.com.').waitFor()
      expect(sent()).toContain('POST /api/auth/verify-email')
      const headers = await Promise.all(requests.map((request) => request.allHeaders()))
      expect(headers.filter(({ referer }) => referer)).toEqual([])
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

  test('asks before it switches to another account, and names both', async () => {
    const before = await arrive(context, inboard, 'first@example.com')
    const firstToken = await tokenIn(before)
    const link = await linkTo('second@example.com')
    await page.goto(link)
    await heading(page, 'Switch to another account?').waitFor()
    await page
      .getByText('You are signed in as first@example.com. This link signs you in as second@example.com.')
      .waitFor()
    // A stray Enter switches nothing.
    await page.keyboard.press('Enter')
    expect(await isFocused('Switch to second@example.com')).toBe(false)
    await button(page, 'Stay signed in as first@example.com').click()
    await isSignedInAs(page, 'first@example.com')

    await page.goto(link)
    await heading(page, 'Switch to another account?').waitFor()
    await page.keyboard.press('Tab')
    expect(await isFocused('Switch to second@example.com')).toBe(true)
    await page.keyboard.press('Enter')
    await isSignedInAs(page, 'second@example.com')
    // The other tab shows nothing of the first account any more, whose session has ended.
    await isSignedInAs(before, 'second@example.com')
    const client = inboard.client(firstToken)
    await becomes(() => codeOfRefusal(client.readMe()), 'unauthenticated')
  })

  test('of the account that is signed in does not ask, and leaves one session', async () => {
    const email = 'twice@example.com'
    await arrive(context, inboard, email)
    inboard.clock.advance(minutes)
    await page.goto(await linkTo(email))
    await heading(page, `Sign in as ${email}`).waitFor()
    await page.getByText('You are signed in to this account already.').waitFor()
    await page.keyboard.press('Enter')
    await isSignedInAs(page, email)
    const client = inboard.client(await tokenIn(page))
    await becomes(async () => (await client.listSessions()).sessions.length, 1)
  })

  test('does not ask when the other session has ended meanwhile', async () => {
    const tab = await arrive(context, inboard, 'gone@example.com')
    await inboard.client(await tokenIn(tab)).endSession({ id: 'current' })
    await tab.goto(await linkTo('next@example.com'))
    await heading(tab, 'Sign in as next@example.com').waitFor()
    await button(tab, 'Continue to Inboard').click()
    await isSignedInAs(tab, 'next@example.com')
  })

  test('changes with what happens in another tab', async () => {
    const other = await arrive(context, inboard, 'leaves@example.com')
    await page.goto(await linkTo('stays@example.com'))
    await heading(page, 'Switch to another account?').waitFor()
    await other.goto('/settings')
    await button(other, 'Sign out').click()
    await heading(page, 'Sign in as stays@example.com').waitFor()
  })
})

describe('a link that is dead', () => {
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
  ])('because it $what says so, and leads to a new one', async ({ what, title, make }) => {
    const email = `${what.replaceAll(' ', '-')}@example.com`
    await page.goto('/settings')
    await page.getByLabel('Email address').fill(email)
    const tab = await context.newPage()
    await tab.goto(linkWith(inboard, await make(email)))
    await heading(tab, title).waitFor()
    await button(tab, 'Get a new link').click()
    await heading(tab, 'Sign in').waitFor()
    expect(await tab.getByLabel('Email address').inputValue()).toBe(email)
    // It is dead for good: coming back finds no link.
    await tab.goto('/verify-email')
    await heading(tab, 'There is no link here').waitFor()
  })

  test('says so too if it died while the page was open', async () => {
    await page.goto(await linkTo('slow@example.com'))
    await button(page, 'Continue to Inboard').waitFor()
    inboard.clock.advance(15 * minutes)
    await page.keyboard.press('Enter')
    await heading(page, 'This link has expired').waitFor()
  })

  test('leads on to the app whoever is signed in', async () => {
    const signedIn = await arrive(context, inboard, 'already@example.com')
    await signedIn.goto(linkWith(inboard, 'made-up'))
    await heading(signedIn, 'This link is not known').waitFor()
    await signedIn.getByText('You are signed in as already@example.com.').waitFor()
    await button(signedIn, 'Go on to Inboard').click()
    await heading(signedIn, 'Inbox').waitFor()
  })

  test('that was used moments ago does not claim that a new one was sent', async () => {
    const email = 'hasty@example.com'
    const link = await linkTo(email)
    const opened = await openLink(context, link)
    await heading(opened, 'Inbox').waitFor()
    const visit = await browser.newContext()
    const elsewhere = await visit.newPage()
    await elsewhere.goto(link)
    await button(elsewhere, 'Get a new link').click()
    await elsewhere.getByLabel('Email address').fill(email)
    await elsewhere.keyboard.press('Enter')
    await heading(elsewhere, 'A link was sent moments ago').waitFor()
    await visit.close()
  })
})

describe('a link is kept', () => {
  test('while it cannot be read', async () => {
    await page.goto('/')
    await intercept(page, '**/api/auth/link', gatewayDown, { times: 1 })
    await page.goto(await linkTo('unread@example.com'))
    await heading(page, 'Your link could not be read').waitFor()
    await alert(page, 'The server could not be reached.').waitFor()
    await page.getByText('Your link is kept on this page').waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in as unread@example.com').waitFor()
  })

  test('through a press while the network or the server is gone', async () => {
    await page.goto(await linkTo('offline@example.com'))
    await button(page, 'Continue to Inboard').waitFor()
    await goOffline(page)
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

describe('a link that changes the address', () => {
  test('is a plain confirmation in a browser of that account', async () => {
    const tab = await arrive(context, inboard, 'mine@example.com')
    const before = await tokenIn(tab)
    await inboard.client(before).requestAddressChange({ email: 'mine@example.org' })
    await page.goto(linkWith(inboard, await inboard.linkTo('mine@example.org')))
    await heading(page, 'Change your address').waitFor()
    await page.getByText('changes from mine@example.com to mine@example.org.').waitFor()
    expect(await page.getByText('Whoever asked for this').count()).toBe(0)
    await button(page, 'Change address').click()
    await status(page, 'Your address is now mine@example.org.').waitFor()
    await heading(page, 'Inbox').waitFor()
    await isSignedInAs(tab, 'mine@example.org')
    // The session that it replaces is not left behind.
    const client = inboard.client(await tokenIn(page))
    await becomes(async () => (await client.listSessions()).sessions.length, 1)
  })

  test('warns where nobody is signed in to that account, and can be declined', async () => {
    const { client, link } = await changeOf('theirs@example.com', 'stranger@example.org')
    await page.goto(link)
    await heading(page, 'Change the address of an account').waitFor()
    await page
      .getByText('The address of the account t•••@example.com changes to stranger@example.org')
      .waitFor()
    await page.getByText('Whoever asked for this can use the account').waitFor()
    expect(await shown()).not.toContain('theirs@example.com')
    // A stray Enter confirms nothing.
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await isFocused('This was not me')).toBe(true)
    await page.keyboard.press('Enter')
    await heading(page, 'Nothing was changed').waitFor()
    await page.getByText('The account t•••@example.com keeps its address').waitFor()
    const { user } = await client.readMe()
    expect([user.email, user.pending_email]).toEqual(['theirs@example.com', null])
    await page.goto(link)
    await heading(page, 'This link was used already').waitFor()
  })

  test('warns in a browser of another account, and names it', async () => {
    await arrive(context, inboard, 'victim@example.com')
    const { link } = await changeOf('attacker@example.com', 'victim@example.org')
    await page.goto(link)
    await page.getByText('Whoever asked for this can use the account').waitFor()
    await page.getByText('You are signed in as victim@example.com.').waitFor()
    await button(page, 'Change address and switch to victim@example.org').waitFor()
    await button(page, 'Stay signed in as victim@example.com').click()
    await isSignedInAs(page, 'victim@example.com')
    await page.goto(link)
    await button(page, 'This was not me').click()
    await heading(page, 'Nothing was changed').waitFor()
    await page.getByText('You are signed in as victim@example.com.').waitFor()
    await button(page, 'Open the settings').click()
    await heading(page, 'Settings').waitFor()
  })

  test('can be declined in a browser of that account too', async () => {
    const tab = await arrive(context, inboard, 'careful@example.com')
    const client = inboard.client(await tokenIn(tab))
    await client.requestAddressChange({ email: 'careful@example.org' })
    await tab.goto('/settings')
    await tab.getByText('Waiting for careful@example.org').waitFor()
    await page.goto(linkWith(inboard, await inboard.linkTo('careful@example.org')))
    await intercept(page, '**/api/auth/link/decline', gatewayDown, { times: 1 })
    await button(page, 'This was not me').click()
    await alert(page, 'The server could not be reached.').waitFor()
    await button(page, 'This was not me').click()
    await heading(page, 'Nothing was changed').waitFor()
    await button(tab, 'Change address').waitFor()
  })

  test('says when the address is taken by then', async () => {
    const { link } = await changeOf('late@example.com', 'taken@example.org')
    await inboard.signIn('taken@example.org')
    const opened = await openLink(context, link)
    await heading(opened, 'This address is taken').waitFor()
  })
})

describe('after a change that was confirmed without a session of the account', () => {
  const endAll = () => button(page, 'End all but this device')

  async function confirmed(name: string) {
    const { client, link } = await changeOf(`${name}@example.com`, `${name}@example.org`)
    await client.makeApiToken({ label: 'Old script', scope: 'write' })
    await page.goto(link)
    await button(page, /^Change address/).click()
    await heading(page, 'Who else can use this account?').waitFor()
    await page.getByText(`Its address is now ${name}@example.org.`).waitFor()
    return { client, mine: inboard.client(await tokenIn(page)) }
  }

  test('all that can use it is shown, and ended at one press', async () => {
    const { client, mine } = await confirmed('inherited')
    const rows = page.getByRole('listitem')
    await becomes(
      async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0]),
      [thisBrowser, 'Another program', 'Old script'],
    )
    await page.reload()
    await page.getByText('Old script').waitFor()
    await endAll().press('Enter')
    await heading(page, 'Only this device is left').waitFor()
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    expect(await codeOfRefusal(client.readMe())).toBe('unauthenticated')
    expect((await mine.listApiTokens()).api_tokens).toEqual([])
    expect((await mine.listSessions()).sessions).toHaveLength(1)
    await button(page, 'Go on to Inboard').click()
    await isSignedInAs(page, 'inherited@example.org')
    // Only this once.
    await page.goto('/verify-email')
    await heading(page, 'There is no link here').waitFor()
  })

  test('what could not be ended is said, and still listed', async () => {
    const { mine } = await confirmed('stuck')
    await intercept(page, '**/api/tokens/*', gatewayDown, { times: 1 })
    await endAll().click()
    await alert(page, 'The server could not be reached.').waitFor()
    await status(page, 'Not everything could be ended.').waitFor()
    await page.getByText('Old script').waitFor()
    expect(await page.getByText('Another program').count()).toBe(0)
    await endAll().click()
    await heading(page, 'Only this device is left').waitFor()
    expect((await mine.listApiTokens()).api_tokens).toEqual([])
  })

  test('everything can be left as it is', async () => {
    const { client } = await confirmed('trusting')
    await button(page, 'Leave everything as it is').click()
    await isSignedInAs(page, 'trusting@example.org')
    expect((await client.listSessions()).sessions).toHaveLength(2)
  })

  test('from another account, the page that is loaded anew shows it too', async () => {
    await arrive(context, inboard, 'switcher@example.com')
    await confirmed('switched')
    await button(page, 'Leave everything as it is').click()
    await isSignedInAs(page, 'switched@example.org')
  })
})
