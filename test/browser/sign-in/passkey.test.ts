import { describe, expect, test } from 'vitest'
import { arriveAsNew, button, heading, plugIn, status } from '../../support/browsing/account.ts'
import { link } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { signOut } from './signing.ts'

const browsing = browseInTests()

describe('a passkey', () => {
  test('is offered after the first sign-in, and signs in at the press of a button', async () => {
    const tab = await arriveAsNew(browsing)
    await tab.addInitScript(withoutSuggestions)
    await plugIn(tab)
    await button(tab, 'Not now').waitFor()
    await link(tab, 'Settings').click()
    await heading(tab, 'Settings').waitFor()
    // Where passkeys are anyway.
    expect(await button(tab, 'Not now').count()).toBe(0)
    await link(tab, 'Inbox').click()
    await button(tab, 'Add a passkey').click()
    await status(tab, 'Your passkey is ready.').waitFor()
    expect(await button(tab, 'Not now').count()).toBe(0)

    await signOut(browsing, tab)
    await button(tab, 'Use a passkey').click()
    await heading(tab, 'Inbox').waitFor()
  })
})

/** As in a browser that does not put passkeys among what it suggests for a field. */
function withoutSuggestions() {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false
}
