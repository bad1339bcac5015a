import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { heading } from '../../support/browsing/account.ts'
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
})
