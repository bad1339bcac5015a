import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alert, button, heading } from '../../support/browsing/account.ts'
import { goOffline } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { focused, openSettings } from './settings.ts'

const browsing = browseInTests()

const confirmation = (page: Page) => page.getByLabel('Type your email address to confirm')

test('deleting the account can be thought over, has deleted nothing if the server could not do it, needs the address, and leaves nothing behind', async () => {
  const { page, client, user } = await openSettings(browsing)
  await button(page, 'Delete my account').click()
  await button(page, 'Keep my account').click()
  expect(await focused(page)).toBe('Delete account')
  expect(await confirmation(page).count()).toBe(0)
  await client.readMe()

  await button(page, 'Delete my account').click()
  await confirmation(page).fill(user.email)
  await goOffline(page)
  await button(page, 'Delete everything').click()
  await alert(page, 'You are offline.').waitFor()
  await page.context().setOffline(false)
  expect(await confirmation(page).inputValue()).toBe(user.email)
  await client.readMe()
  await button(page, 'Keep my account').click()

  const other = await page.context().newPage()
  await other.goto(browsing.appUrl)
  await other.getByLabel('Add a card to Inbox').fill('A draft')
  await button(page, 'Delete my account').press('Enter')
  await page.keyboard.press('Enter')
  await alert(page, 'Email must not be empty.').waitFor()
  await confirmation(page).fill('somebody@example.com')
  await page.keyboard.press('Enter')
  await alert(page, 'Email is not the address of this account.').waitFor()
  await client.readMe()
  await confirmation(page).fill(user.email)
  await page.keyboard.press('Enter')
  await heading(page, 'Sign in').waitFor()
  await page.getByText(`The account ${user.email} and everything in it are deleted.`).waitFor()
  await heading(other, 'Sign in').waitFor()
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
    /token|draft|@/,
  )
  expect(await codeOfRefusal(client.readMe())).toBe('unauthenticated')
  // It is said once.
  await page.reload()
  await page.getByText('No password needed.').waitFor()
})
