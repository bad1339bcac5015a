import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { alert, button, heading } from '../../../support/browsing/account.ts'
import { gatewayDown, goOffline, intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { codeOfRefusal, type SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
let tab: Page
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  tab = await browsing.open('/', { person })
  await heading(tab, 'Inbox').waitFor()
})

describe('a session', () => {
  test('that the server does not end can be tried again', async () => {
    const { token } = person
    await tab.goto(`${browsing.appUrl}/settings`)
    await intercept(tab, '**/api/sessions/current', gatewayDown, { times: 1 })
    await button(tab, 'Sign out').click()
    await alert(tab, 'The server could not be reached.').waitFor()
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    await heading(tab, 'Sign in').waitFor()
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
