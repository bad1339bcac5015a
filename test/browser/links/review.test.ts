import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alert, button, heading, status, thisBrowser, tokenIn } from '../../support/browsing/account.ts'
import { becomes, gatewayDown, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { changeOf, isSignedInAs, openPageOf, switchAccount } from './opening.ts'

// Comes after a change of address that was confirmed without a session of the account.
const browsing = browseInTests()

/** An account that a program and a script can use, and the link that changes its address. */
async function inheritance(name: string) {
  const { client, link } = await changeOf(browsing.inboard, `${name}@example.com`, `${name}@example.org`)
  await client.makeApiToken({ label: 'Old script', scope: 'write' })
  return { client, link, email: `${name}@example.org` }
}

const change = (page: Page) => button(page, /^Change address/).click()
const endAll = (page: Page) => button(page, 'End all but this device')

/** Waits for the question, and resolves to the client of whoever is asked. */
async function asked(page: Page, email: string) {
  await heading(page, 'Who else can use this account?').waitFor()
  await page.getByText(`Its address is now ${email}.`).waitFor()
  return browsing.inboard.client(await tokenIn(page))
}

test('all that can use an account is shown, and ended at one press', async () => {
  const { client, link, email } = await inheritance('inherited')
  const page = await openPageOf(browsing, link)
  await change(page)
  const mine = await asked(page, email)
  const rows = page.getByRole('listitem')
  await becomes(
    async () => (await rows.allInnerTexts()).map((text) => text.split('\n')[0]),
    [thisBrowser, 'Another program', 'Old script'],
  )
  await page.reload()
  await page.getByText('Old script').waitFor()
  await endAll(page).press('Enter')
  await heading(page, 'Only this device is left').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await codeOfRefusal(client.readMe())).toBe('unauthenticated')
  expect((await mine.listApiTokens()).api_tokens).toEqual([])
  expect((await mine.listSessions()).sessions).toHaveLength(1)
  await button(page, 'Go on to Inboard').click()
  await isSignedInAs(page, email)
  // Only this once.
  await page.goto(`${browsing.appUrl}/verify-email`)
  await heading(page, 'There is no link here').waitFor()
})

test('everything that can use an account can be left as it is; from another account, what could not be ended is said', async () => {
  const left = await inheritance('trusting')
  const page = await openPageOf(browsing, left.link)
  await change(page)
  await asked(page, left.email)
  await button(page, 'Leave everything as it is').click()
  await isSignedInAs(page, left.email)
  expect((await left.client.listSessions()).sessions).toHaveLength(2)

  const stuck = await inheritance('stuck')
  await page.goto(stuck.link)
  await switchAccount([page], () => change(page))
  const mine = await asked(page, stuck.email)
  await intercept(page, '**/api/tokens/*', gatewayDown, { times: 1 })
  await endAll(page).click()
  await alert(page, 'The server could not be reached.').waitFor()
  await status(page, 'Not everything could be ended.').waitFor()
  await page.getByText('Old script').waitFor()
  expect(await page.getByText('Another program').count()).toBe(0)
  await endAll(page).click()
  await heading(page, 'Only this device is left').waitFor()
  expect((await mine.listApiTokens()).api_tokens).toEqual([])
  await button(page, 'Go on to Inboard').click()
  await isSignedInAs(page, stuck.email)
})
