import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { askForLink, signOut } from '../../../browser/sign-in/signing.ts'
import {
  alert,
  arriveAsNew,
  button,
  heading,
  linkFor,
  openLink,
  plugIn,
  status,
} from '../../../support/browsing/account.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('a passkey', () => {
  test('is offered where no message lies over it, on any screen', async () => {
    const tab = await arriveAsNew(browsing)
    const field = tab.getByRole('textbox', { name: 'Add a card to Inbox' })
    await field.waitFor()
    // A complaint stays until it is dismissed, whereas the greeting may be gone before a busy machine looks.
    await field.fill('x'.repeat(2001))
    await field.press('Enter')
    await alert(tab, 'Too long by').waitFor()
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
    expect(await alert(tab, 'Too long by').isVisible()).toBe(true)
  })

  test('signs in from the suggestions of the address field', async () => {
    const tab = await arriveAsNew(browsing)
    await plugIn(tab)
    await button(tab, 'Add a passkey').click()
    await status(tab, 'Your passkey is ready.').waitFor()
    // This device acts as if its owner took the first suggestion at once.
    const signedIn = tab.waitForResponse('**/api/auth/passkey/verify')
    await tab.goto(`${browsing.appUrl}/settings`)
    await button(tab, 'Sign out').click()
    expect((await signedIn).status()).toBe(200)
    await heading(tab, 'Inbox').waitFor()
  })

  test('is not offered again to who said not now', async () => {
    const email = 'not-now@example.com'
    const tab = await arriveAsNew(browsing, { email })
    await button(tab, 'Not now').click()
    expect(await button(tab, 'Add a passkey').count()).toBe(0)
    await signOut(browsing, tab)
    const later = await openLink(tab.context(), await linkFor(browsing.inboard, email))
    await heading(later, 'Inbox').waitFor()
    expect(await button(later, 'Add a passkey').count()).toBe(0)
    await button(await arriveAsNew(browsing), 'Add a passkey').waitFor()
  })

  test('that is not used, or that the server refuses, leaves the other way open', async () => {
    const { inboard } = browsing
    const email = 'refused@example.com'
    const tab = await arriveAsNew(browsing, { email })
    const device = await plugIn(tab)
    await button(tab, 'Add a passkey').click()
    await status(tab, 'Your passkey is ready.').waitFor()
    await device.recognise(false)
    await signOut(browsing, tab)
    await button(tab, 'Use a passkey').click()
    await status(tab, 'No passkey was used.').waitFor()
    expect(await alert(tab, '').allInnerTexts()).not.toContainEqual(expect.stringMatching(/./))

    const { client } = await inboard.signIn(email)
    for (const { id } of (await client.listPasskeys()).passkeys) await client.removePasskey({ id })
    await device.recognise(true)
    await button(tab, 'Use a passkey').click()
    await alert(tab, 'This passkey was not accepted. Try another way to sign in.').waitFor()
    await askForLink(tab, email)
  })
})

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
