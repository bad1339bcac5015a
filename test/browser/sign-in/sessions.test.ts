import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { button, heading, linkFor, openLink } from '../../support/browsing/account.ts'
import { becomes, comeBack } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { address, askForLink } from './signing.ts'

const browsing = browseInTests()

describe('a session', () => {
  test('that was ended elsewhere asks to sign in again, and keeps what was being written', async () => {
    const { inboard } = browsing
    const person = await inboard.signIn()
    const tab = await browsing.open('/', { person })
    await tab.getByLabel('Add a card to Inbox').fill('Half a thought')
    const { client } = await inboard.signIn(person.user.email)
    await client.endOtherSessions()
    await comeBack(tab)
    await heading(tab, 'Sign in again').waitFor()
    await tab.getByText('Your session has ended. Signing in leads back to where you were.').waitFor()
    await tab.getByText('Your unsent changes are kept on this device.').waitFor()
    // What is still being typed for a card does not go into the form. Whoever has used it may go on in it.
    const hasFocus = () => address(tab).evaluate((field) => field === document.activeElement)
    expect(await hasFocus()).toBe(false)
    await askForLink(tab, person.user.email)
    await button(tab, 'Use another address').click()
    await becomes(hasFocus, true)
    const other = await openLink(tab.context(), await linkFor(inboard, person.user.email))
    await heading(other, 'Inbox').waitFor()
    const written = (page: Page) => page.getByLabel('Add a card to Inbox').inputValue()
    // Signed in again it is in the tab where it was written, and in no other; once that is closed, the next tab has it.
    await becomes(() => written(tab), 'Half a thought')
    expect(await written(other)).toBe('')
    await tab.close()
    await becomes(async () => {
      // A browser takes a moment to let go of what a closed tab had.
      await other.reload()
      await other.getByText('Your inbox is empty.').waitFor()
      return await written(other)
    }, 'Half a thought')
  })
})
