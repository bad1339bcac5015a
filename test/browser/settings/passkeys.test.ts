import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { alert, button, heading, plugIn, status, thisBrowser } from '../../support/browsing/account.ts'
import { goOffline, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()
let page: Page
beforeEach(async () => {
  const person = await browsing.inboard.signIn()
  page = await browsing.open('/healthz', { person })
  await page.evaluate(() => localStorage.removeItem('inboard.declined-passkey'))
  await page.goto(`${browsing.appUrl}/settings`)
  await heading(page, 'Settings').waitFor()
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
    await button(page, 'Cancel').click()
    await button(page, 'Remove Key ring').click()
    await goOffline(page)
    await button(page, 'Remove passkey').click()
    await alert(page, 'You are offline.').waitFor()
    await page.context().setOffline(false)
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
    await page.goto(`${browsing.appUrl}/settings`)
    await rows().filter({ hasText: 'last used' }).waitFor()
  })

  test('are not missed when adding one is cancelled, and can be asked for again when they could not be loaded', async () => {
    const device = await plugIn(page)
    await device.recognise(false)
    const asked = page.waitForResponse('**/api/passkeys/options')
    await addPasskey('Kept name')
    await asked
    await page.locator('button[aria-disabled="false"]', { hasText: 'Create passkey' }).waitFor()
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')
    expect(await page.getByLabel('Name of the passkey').inputValue()).toBe('Kept name')

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
