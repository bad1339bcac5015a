import { describe, expect, test } from 'vitest'
import { alert, arriveAsNew, button, heading, plugIn, status } from '../../support/browsing/account.ts'
import { link } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { askForLink, signOut } from './signing.ts'

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

/** As in a browser that does not put passkeys among what it suggests for a field. */
function withoutSuggestions() {
  PublicKeyCredential.isConditionalMediationAvailable = async () => false
}
