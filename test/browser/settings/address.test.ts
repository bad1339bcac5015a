import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { heading, linkWith, openLink, status } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
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
    await page.getByText(`Waiting for ${next} to be confirmed.`).waitFor()
    await page.getByText(`You are signed in as ${email}.`).waitFor()
    await page.reload()
    await page.getByText(`Waiting for ${next} to be confirmed.`).waitFor()

    const opened = await openLink(context, linkWith(inboard, await inboard.linkTo(next)))
    await heading(opened, 'Settings').waitFor()
    await status(opened, `Your address is now ${next}.`).waitFor()
    await page.getByText(`You are signed in as ${next}.`).waitFor()
    expect(await page.getByText('Waiting for').count()).toBe(0)
  })
})
