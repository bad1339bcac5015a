import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  alert,
  arrive,
  button,
  heading,
  linkWith,
  openLink,
  plugIn,
  status,
  thisBrowser,
} from '../support/browsing/account.ts'
import { goOffline, intercept, openBrowser } from '../support/browsing/browsing.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'

const minute = 60_000

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
  email = `settler-${++people}@example.com`
  context = await browser.newContext({ baseURL: inboard.world.config.appUrl })
  page = await arrive(context, inboard, email)
  await page.goto('/settings')
  await heading(page, 'Settings').waitFor()
})
afterEach(() => context.close())

const newAddress = () => page.getByLabel('New address')

async function askForChange(to: string): Promise<void> {
  await button(page, /^(Change address|Use another address)$/).click()
  await newAddress().fill(to)
  await page.keyboard.press('Enter')
}

describe('the address', () => {
  test('changes when the link to the new one is opened, in every tab', async () => {
    const next = `new-${email}`
    await askForChange(next)
    await page.getByText(`Waiting for ${next} to be confirmed.`).waitFor()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await page.reload()
    await page.getByText(`Waiting for ${next} to be confirmed.`).waitFor()

    const opened = await openLink(context, linkWith(inboard, await inboard.linkTo(next)))
    await heading(opened, 'Settings').waitFor()
    await status(opened, `Your address is now ${next}.`).waitFor()
    await page.getByText(`You are signed in as ${next}.`).waitFor()
    expect(await page.getByText('Waiting for').count()).toBe(0)
  })

  test('shows a change that was confirmed in another browser when one looks again', async () => {
    const next = `new-${email}`
    await askForChange(next)
    await page.getByText('Waiting for').waitFor()
    await inboard.client().openLink({ token: await inboard.linkTo(next) })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await page.getByText(`You are signed in as ${next}.`).waitFor()
  })

  test('stays as it is if somebody else has the new one by then', async () => {
    const next = `taken-${email}`
    await askForChange(next)
    const token = await inboard.linkTo(next)
    await inboard.signIn(next)
    const opened = await openLink(context, linkWith(inboard, token))
    await heading(opened, 'This address is taken').waitFor()
    await opened.getByText(`You are signed in as ${email}.`).waitFor()
    await button(opened, 'Go on to Inboard').click()
    await heading(opened, 'Settings').waitFor()
    await button(opened, 'Change address').waitFor()
  })

  test('can have its link sent again after a minute, and another one asked for', async () => {
    const next = `new-${email}`
    await askForChange(next)
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await askForChange(`other-${email}`)
    await alert(page, 'A link was sent moments ago.').waitFor()
    await button(page, 'Cancel').click()
    await page.reload()
    await button(page, 'Send it again').click()
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await status(page, 'Nothing was sent now').waitFor()
    await page.reload()
    inboard.clock.advance(minute)
    await button(page, 'Send it again').click()
    await status(page, 'It is on its way again.').waitFor()
    await inboard.linkTo(next, 2)
    inboard.clock.advance(minute)
    await askForChange(`other-${email}`)
    await page.getByText(`Waiting for other-${email} to be confirmed.`).waitFor()
  })

  test('that cannot be asked for is not lost', async () => {
    await askForChange(email)
    await alert(page, 'Email is your address already.').waitFor()
    await goOffline(page)
    await newAddress().fill('next@example.com')
    await page.keyboard.press('Enter')
    await alert(page, 'You are offline.').waitFor()
    await context.setOffline(false)
    await page.reload()
    expect(await newAddress().inputValue()).toBe('next@example.com')
    await button(page, 'Cancel').click()
    await page.reload()
    await button(page, 'Change address').waitFor()
  })
})

describe('passkeys', () => {
  const rows = () => page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')

  async function addPasskey(name?: string): Promise<void> {
    await page
      .getByRole('region', { name: 'Passkeys' })
      .getByRole('button', { name: 'Add a passkey' })
      .click()
    const label = page.getByLabel('Name of the passkey')
    expect(await label.inputValue()).toBe(thisBrowser)
    if (name) await label.fill(name)
    await page.keyboard.press('Enter')
  }

  test('are added under a name, listed, and removed after a question', async () => {
    const device = await plugIn(page)
    await addPasskey('Key ring')
    await rows().filter({ hasText: 'Key ring' }).waitFor()
    expect(await rows().innerText()).toMatch(/Added .+ · never used · on one device/)
    await status(page, 'Key ring was added.').waitFor()
    expect(await button(page, 'Not now').count()).toBe(0)

    await addPasskey()
    await alert(page, 'This device or password manager already has a passkey for your account.').waitFor()
    await button(page, 'Cancel').click()
    await device.recognise(false)

    await button(page, 'Remove Key ring').click()
    await page.getByText('It stays on your device or in your password manager').waitFor()
    await button(page, 'Keep it').click()
    await button(page, 'Remove Key ring').click()
    await goOffline(page)
    await button(page, 'Remove passkey').click()
    await alert(page, 'You are offline.').waitFor()
    await context.setOffline(false)
    await button(page, 'Remove passkey').click()
    await status(page, 'Key ring was removed.').waitFor()
    expect(await rows().count()).toBe(0)
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Passkeys')
    // Nobody who has just removed one is offered another.
    expect(await button(page, 'Not now').count()).toBe(0)
  })

  test('say when they were last used', async () => {
    await plugIn(page)
    await addPasskey()
    await rows().filter({ hasText: 'never used' }).waitFor()
    await button(page, 'Sign out').click()
    // The device signs in by itself.
    await heading(page, 'Inbox').waitFor()
    await page.goto('/settings')
    await rows().filter({ hasText: 'last used' }).waitFor()
  })

  test('are not missed when adding one is cancelled', async () => {
    const device = await plugIn(page)
    await device.recognise(false)
    const asked = page.waitForResponse('**/api/passkeys/options')
    await addPasskey('Kept name')
    await asked
    await page.locator('button[aria-disabled="false"]', { hasText: 'Create passkey' }).waitFor()
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')
    expect(await page.getByLabel('Name of the passkey').inputValue()).toBe('Kept name')
  })

  test('can be asked for again when they could not be loaded', async () => {
    await intercept(page, '**/api/passkeys', (route) => route.abort(), { times: 1 })
    await page.reload()
    await alert(page, 'The server could not be reached.').waitFor()
    await button(page, 'Try again').click()
    await page
      .getByRole('region', { name: 'Passkeys' })
      .getByRole('button', { name: 'Add a passkey' })
      .waitFor()
  })
})

test('the theme is kept, and is the same in every tab', async () => {
  const background = (on: Page) => on.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const other = await context.newPage()
  await other.goto('/settings')
  await heading(other, 'Settings').waitFor()
  const light = await background(page)
  await page.getByRole('radio', { name: 'Dark' }).check()
  const dark = await background(page)
  expect(dark).not.toBe(light)
  await expect.poll(() => background(other)).toBe(dark)
  await page.reload()
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  expect(await background(page)).toBe(dark)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.getByRole('radio', { name: 'Light' }).check()
  expect(await background(page)).toBe(light)
  await page.getByRole('radio', { name: 'System' }).check()
  expect(await background(page)).toBe(dark)
})

test('single keys can be switched off, and stay so', async () => {
  const box = page.getByRole('checkbox', { name: 'Single-key shortcuts' })
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await box.uncheck()
  await page.reload()
  expect(await box.isChecked()).toBe(false)
  await box.focus()
  await page.keyboard.press('?')
  expect(await page.getByRole('dialog').count()).toBe(0)
})
