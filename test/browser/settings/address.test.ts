import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { button, heading, linkWith, openLink, status } from '../../support/browsing/account.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
import { focused } from '../access/settings.ts'
import { askForChange } from './address.ts'

const browsing = browseInTests()
let inboard: TestInboard
let context: BrowserContext
let page: Page
let email: string
beforeEach(async () => {
  inboard = browsing.inboard
  const person = await inboard.signIn()
  email = person.user.email
  page = await browsing.open('/settings', { person })
  context = page.context()
  await heading(page, 'Settings').waitFor()
})

describe('the address', () => {
  test('changes when the link to the new one is opened, in every tab', async () => {
    const next = `new-${email}`
    await askForChange(page, next)
    await page.getByText(`We sent a link to ${next}.`).waitFor()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await page.reload()
    await page.getByText(`We sent a link to ${next}.`).waitFor()

    const opened = await openLink(context, linkWith(inboard, await inboard.linkTo(next)))
    await heading(opened, 'Settings').waitFor()
    await status(opened, `Your address is now ${next}.`).waitFor()
    await page.getByText(`You are signed in as ${next}.`).waitFor()
    expect(await page.getByText('We sent a link').count()).toBe(0)
  })

  test('stays when its change is cancelled, and the link no longer works', async () => {
    const next = `new-${email}`
    await askForChange(page, next)
    const link = linkWith(inboard, await inboard.linkTo(next))
    await button(page, 'Cancel the change').click()
    await button(page, 'Change address').waitFor()
    expect(await focused(page)).toBe('Account')

    const opened = await context.newPage()
    await opened.goto(link)
    await heading(opened, 'This link isn’t valid').waitFor()
    await page.reload()
    await button(page, 'Change address').waitFor()
  })
})

test('deleting the account comes last in the settings', async () => {
  await becomes(() => page.locator('section h2').last().innerText(), 'Delete account')
})
