import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { alert, button, heading } from '../../support/browsing/account.ts'
import { goOffline } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal, type SignedIn } from '../../support/service/inboard.ts'
import { address, signOut } from './signing.ts'

const browsing = browseInTests()
let person: SignedIn
let tab: Page
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  tab = await browsing.open('/', { person })
  await heading(tab, 'Inbox').waitFor()
})

describe('a session', () => {
  test('ends in every tab at once and on the server too, and leaves nothing of its owner behind', async () => {
    const { token, user } = person
    const { email } = user
    const other = await tab.context().newPage()
    await other.goto(`${browsing.appUrl}/settings`)
    await other.getByText(`You are signed in as ${email}.`).waitFor()
    await signOut(browsing, tab)
    await heading(other, 'Sign in').waitFor()
    expect(new URL(tab.url()).pathname).toBe('/')
    const stored = await tab.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(stored).not.toContain(email)
    expect(stored).not.toContain('token')
    expect(await address(tab).inputValue()).toBe('')
    expect(await codeOfRefusal(browsing.inboard.client(token).readMe())).toBe('unauthenticated')
  })

  test('ends here at once, and on the server when it can be reached again', async () => {
    const { token } = person
    await tab.goto(`${browsing.appUrl}/settings`)
    await goOffline(tab)
    await button(tab, 'Sign out').click()
    await heading(tab, 'Signed out in this browser').waitFor()
    await alert(tab, 'You are offline.').waitFor()
    await tab
      .getByText(/^Your session could not be ended on the server. It ends there by itself on/)
      .waitFor()
    expect(await tab.evaluate(() => localStorage.getItem('browsing.inboard.session'))).toBe(null)
    await browsing.inboard.client(token).readMe()
    await tab.context().setOffline(false)
    await heading(tab, 'Sign in').waitFor()
    expect(await codeOfRefusal(browsing.inboard.client(token).readMe())).toBe('unauthenticated')
  })
})
