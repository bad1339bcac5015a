import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { problem } from '../../src/contract/problem.ts'
import {
  alert,
  arrive,
  button,
  heading,
  plugIn,
  status,
  thisBrowser,
  tokenIn,
} from '../support/browsing/account.ts'
import { becomes, gatewayDown, goOffline, intercept, openBrowser } from '../support/browsing/browsing.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

const minute = 60_000
const day = 24 * 60 * minute

let browser: Browser
let inboard: TestInboard
let context: BrowserContext
let page: Page
let email: string
let people = 0

beforeAll(async () => {
  ;[browser, inboard] = await Promise.all([openBrowser(), startTestInboard()])
})
afterAll(async () => {
  await browser?.close()
  await inboard?.stop()
})
beforeEach(async () => {
  email = `owner-${++people}@example.com`
  context = await browser.newContext({
    baseURL: inboard.world.config.appUrl,
    locale: 'en-GB',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  page = await arrive(context, inboard, email)
  await page.goto('/settings')
  await heading(page, 'Settings').waitFor()
})
afterEach(() => context.close())

const section = (name: string) => page.getByRole('region', { name })
const rowsOf = (name: string) => section(name).getByRole('listitem')
/** The rows of a section, each as one line. */
const readRows = async (name: string) =>
  (await rowsOf(name).allInnerTexts()).map((text) => text.replaceAll(/\n+/g, ', '))
const focused = () => page.evaluate(() => document.activeElement?.textContent)
/** As the app says it to a reader in Great Britain. */
const dateOf = (iso: string | null | undefined) => {
  const date = new Date(iso ?? '')
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', ...year })
}

async function signInElsewhere(userAgent: string): Promise<Page> {
  inboard.clock.advance(minute)
  const tab = await arrive(await browser.newContext({ userAgent }), inboard, email)
  return tab
}

const firefoxOnWindows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const safariOnIphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'

describe('devices', () => {
  test('are named as a person would, this one first', async () => {
    const others = [await signInElsewhere(firefoxOnWindows), await signInElsewhere(safariOnIphone)]
    inboard.clock.advance(minute)
    await inboard.signIn(email)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    const { sessions } = await inboard.client(await tokenIn(page)).listSessions()
    const [program, iphone, windows, here] = sessions.map(({ created_at }) => dateOf(created_at))
    await becomes(
      () => readRows('Devices'),
      [
        `${thisBrowser}, This device · by link, ${here}`,
        `Another program, by link, ${program}, End`,
        `Safari on iPhone, by link, ${iphone}, End`,
        `Firefox on Windows, by link, ${windows}, End`,
      ],
    )
    for (const other of others) await other.context().close()
  })

  test('say so if it was a passkey', async () => {
    await plugIn(page)
    await section('Passkeys').getByRole('button', { name: 'Add a passkey' }).click()
    await page.keyboard.press('Enter')
    await rowsOf('Passkeys').first().waitFor()
    await button(page, 'Sign out').click()
    // The device signs in by itself.
    await heading(page, 'Inbox').waitFor()
    await page.goto('/settings')
    await rowsOf('Devices').filter({ hasText: 'This device · by passkey' }).waitFor()
    expect(await rowsOf('Devices').count()).toBe(1)
  })

  test('can be ended one by one, which the other one notices', async () => {
    const other = await signInElsewhere(firefoxOnWindows)
    await page.reload()
    await intercept(page, '**/api/sessions/*', gatewayDown, { times: 1 })
    const end = button(page, 'End Firefox on Windows')
    await end.press('Enter')
    await alert(page, 'The server could not be reached.').waitFor()
    await end.press('Enter')
    await status(page, 'Firefox on Windows was signed out.').waitFor()
    expect(await rowsOf('Devices').count()).toBe(1)
    expect(await focused()).toBe('Devices')
    await other.evaluate(() => dispatchEvent(new Event('focus')))
    await heading(other, 'Sign in again').waitFor()
    await other.getByText('Your session has ended.').waitFor()
    await other.context().close()
  })

  test('that are gone already, in a stale tab, are no trouble', async () => {
    const other = await signInElsewhere(firefoxOnWindows)
    await page.reload()
    await button(page, 'End Firefox on Windows').waitFor()
    await inboard.client(await tokenIn(other)).endSession({ id: 'current' })
    await button(page, 'End Firefox on Windows').click()
    await status(page, 'Firefox on Windows was signed out.').waitFor()
    await other.context().close()
  })

  test('can all be ended but this one', async () => {
    const other = await signInElsewhere(firefoxOnWindows)
    const token = await tokenIn(other)
    await page.reload()
    await button(page, 'End Firefox on Windows').waitFor()
    await button(page, 'End all others').click()
    await status(page, 'Every other device was signed out.').waitFor()
    expect(await rowsOf('Devices').count()).toBe(1)
    expect(await button(page, 'End all others').count()).toBe(0)
    expect(await codeOfRefusal(inboard.client(token).readMe())).toBe('unauthenticated')
    await inboard.client(await tokenIn(page)).readMe()
    await other.context().close()
  })

  test('beyond ten are folded away', async () => {
    for (let more = 0; more < 11; more++) {
      inboard.clock.advance(10 * minute)
      await inboard.signIn(email)
    }
    await page.reload()
    await page.getByText('2 more').waitFor()
    expect(await button(page, 'End Another program').count()).toBe(9)
    await page.getByText('2 more').focus()
    await page.keyboard.press('Enter')
    expect(await button(page, 'End Another program').count()).toBe(11)
  })

  test('can be asked for again when they could not be loaded', async () => {
    await intercept(page, '**/api/sessions', (route) => route.abort(), { times: 1 })
    await page.reload()
    await alert(page, 'The server could not be reached.').waitFor()
    await section('Devices').getByRole('button', { name: 'Try again' }).click()
    await rowsOf('Devices').first().waitFor()
  })
})

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

describe('API tokens', () => {
  const make = () => button(page, 'Make an API token').click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())

  test('are made with the keyboard, shown once, and revoked after a question', async () => {
    await button(page, 'Make an API token').press('Enter')
    await page.keyboard.press('Enter')
    await alert(page, 'Label must not be empty.').waitFor()
    await page.keyboard.type('Shell')
    await page.keyboard.press('Enter')
    await page.getByText('Shell is ready. Copy the API token now: it is not shown again.').waitFor()
    expect(await focused()).toContain('Shell is ready.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await status(page, 'Copied.').waitFor()
    const token = await copied()
    expect(token).toMatch(/^inb_/)

    const { card } = await inboard.client(token).addInboxCard({ text: 'From the shell' })
    expect(card.text).toBe('From the shell')
    expect(await codeOfRefusal(inboard.client(token).listProjects())).toBe('scope_insufficient')
    await button(page, 'Done').click()
    expect(await focused()).toBe('API tokens')
    expect(await page.content()).not.toContain(token)
    await page.reload()
    await rowsOf('API tokens').waitFor()
    const [made] = (await inboard.client(await tokenIn(page)).listApiTokens()).api_tokens
    const [used, expiry] = [dateOf(made?.last_used_at), dateOf(made?.expires_at)]
    expect(Math.round((Date.parse(made?.expires_at ?? '') - Date.now()) / day)).toBe(365)
    expect(await readRows('API tokens')).toEqual([
      `Shell, Adds to the inbox · last used ${used} · expires ${expiry}`,
    ])

    await button(page, 'Revoke Shell').click()
    await page.getByText('Whatever uses it stops working at once.').waitFor()
    await button(page, 'Keep it').click()
    await button(page, 'Revoke Shell').click()
    await button(page, 'Revoke API token').click()
    await status(page, 'Shell was revoked.').waitFor()
    expect(await rowsOf('API tokens').count()).toBe(0)
    expect(await codeOfRefusal(inboard.client(token).listProjects())).toBe('unauthenticated')
  })

  test.each([
    { scope: 'Add to the inbox', says: 'Adds to the inbox', life: 'In 30 days', isRight: 'expires' },
    { scope: 'Read', says: 'Reads ·', life: 'Never', isRight: 'never expires' },
    { scope: 'Read and write', says: 'Reads and writes', life: 'In 90 days', isRight: 'expires' },
  ])('that may “$scope” come with a command that works', async ({ scope, says, life, isRight }) => {
    await make()
    await page.getByLabel('What is it for?').fill('Script')
    await page.getByRole('radio', { name: scope, exact: true }).check()
    await page.getByLabel('When does it expire?').selectOption(life)
    await button(page, 'Make API token').click()
    await button(page, 'Copy command').click()
    await status(page, 'Copied.').waitFor()
    const command = await copied()
    const [, token = ''] = /Bearer (\S+)"/.exec(command) ?? []
    const [, path = ''] = new RegExp(`${inboard.world.config.appUrl}(\\S+)`).exec(command) ?? []
    const [, body] = /-d '(.+)'/.exec(command) ?? []
    const answer = await inboard.request(body ? 'POST' : 'GET', path, { token, ...(body && { body }) })
    expect(answer.status).toBe(body ? 201 : 200)
    const [row] = await readRows('API tokens')
    expect(row).toContain(says)
    expect(row).toContain(isRight)
  })

  test('that a program asks for are proposed, and made only by the person', async () => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto(`/settings?${new URLSearchParams({ 'new-token': 'inboard on büro', scope: 'write' })}`)
    const label = page.getByLabel('What is it for?')
    await becomes(() => label.inputValue(), 'inboard on büro')
    await becomes(() => label.evaluate((field) => field === document.activeElement), true)
    await rowsOf('Devices').first().waitFor()
    await becomes(() => label.evaluate(isInView), true)
    expect(await page.getByRole('radio', { name: 'Read and write' }).isChecked()).toBe(true)
    const client = inboard.client(await tokenIn(page))
    expect((await client.listApiTokens()).api_tokens).toEqual([])

    await page.keyboard.press('Enter')
    await page.getByText('inboard on büro is ready.').waitFor()
    expect((await client.listApiTokens()).api_tokens).toMatchObject([
      { label: 'inboard on büro', scope: 'write' },
    ])
    await page.reload()
    await rowsOf('API tokens').waitFor()
    expect(await label.count()).toBe(0)
  })

  test.each(['admin', ''])('get the least power if a program asks for “%s”', async (scope) => {
    await page.goto(`/settings?${new URLSearchParams({ 'new-token': 'x'.repeat(120), scope })}`)
    const label = page.getByLabel('What is it for?')
    await becomes(() => label.inputValue(), 'x'.repeat(100))
    expect(await page.getByRole('radio', { name: 'Add to the inbox' }).isChecked()).toBe(true)
    await button(page, 'Cancel').click()
    await make()
    expect(await label.inputValue()).toBe('')
    await page.reload()
    await button(page, 'Make an API token').waitFor()
    expect(await label.count()).toBe(0)
  })

  test('are made for the command line, which the settings show with the URL of the server', async () => {
    await button(page, 'Copy login command').click()
    await status(page, 'Copied.').waitFor()
    expect(await copied()).toBe(`inboard login ${inboard.world.config.appUrl}`)
  })

  test('can be copied by hand where the browser forbids it', async () => {
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
    })
    await make()
    await page.getByLabel('What is it for?').fill('Script')
    await page.keyboard.press('Enter')
    await button(page, 'Copy API token').click()
    await status(page, 'Select the text and copy it.').waitFor()
  })

  test('that are too many are refused in the words of the server', async () => {
    const client = inboard.client(await tokenIn(page))
    for (let more = 0; more < 50; more++) await client.makeApiToken({ label: `Token ${more}`, scope: 'read' })
    await make()
    await page.getByLabel('What is it for?').fill('One more')
    await page.keyboard.press('Enter')
    await alert(page, problem('token_limit_reached').detail).waitFor()
    expect(await page.getByLabel('What is it for?').inputValue()).toBe('One more')
  })

  test('that another tab has revoked are gone when one looks again', async () => {
    const client = inboard.client(await tokenIn(page))
    const { api_token } = await client.makeApiToken({ label: 'Shared', scope: 'read' })
    await page.reload()
    await button(page, 'Revoke Shared').waitFor()
    await client.revokeApiToken({ id: api_token.id })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await becomes(() => rowsOf('API tokens').count(), 0)
  })
})

describe('deleting the account', () => {
  const confirmation = () => page.getByLabel('Type your address to confirm it')

  test('needs the address, and leaves nothing behind', async () => {
    const other = await context.newPage()
    await other.goto('/')
    await other.getByLabel('Add a card to Inbox').fill('A draft')
    const token = await tokenIn(page)
    await button(page, 'Delete my account').press('Enter')
    await page.keyboard.press('Enter')
    await alert(page, 'Email must').waitFor()
    await confirmation().fill('somebody@example.com')
    await page.keyboard.press('Enter')
    await alert(page, 'Email is not the address of this account.').waitFor()
    await inboard.client(token).readMe()
    await confirmation().fill(email)
    await page.keyboard.press('Enter')
    await heading(page, 'Sign in').waitFor()
    await page.getByText(`The account ${email} and everything in it are deleted.`).waitFor()
    await heading(other, 'Sign in').waitFor()
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
      /token|draft|@/,
    )
    expect(await codeOfRefusal(inboard.client(token).readMe())).toBe('unauthenticated')
    // It is said once.
    await page.reload()
    await page.getByText('No password needed.').waitFor()
  })

  test('can be thought over', async () => {
    await button(page, 'Delete my account').click()
    await button(page, 'Keep my account').click()
    expect(await focused()).toBe('Delete account')
    expect(await confirmation().count()).toBe(0)
    await inboard.client(await tokenIn(page)).readMe()
  })

  test('that the server could not do has deleted nothing', async () => {
    await button(page, 'Delete my account').click()
    await confirmation().fill(email)
    await goOffline(page)
    await button(page, 'Delete everything').click()
    await alert(page, 'You are offline.').waitFor()
    await context.setOffline(false)
    expect(await confirmation().inputValue()).toBe(email)
    await inboard.client(await tokenIn(page)).readMe()
  })
})

test.each([
  { width: 1280, where: 'navigation' },
  { width: 320, where: 'banner' },
] as const)('who is signed in is seen on every page, $width wide', async ({ width, where }) => {
  await page.setViewportSize({ width, height: 720 })
  for (const path of ['/', '/settings', '/projects/gone', '/nowhere']) {
    await page.goto(path)
    const address = page.getByRole(where).getByText(email)
    await address.waitFor()
    expect(await address.isVisible()).toBe(true)
  }
})
