import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { alert, button, heading, linkWith, openLink, status } from '../../support/browsing/account.ts'
import { comeBack, goOffline } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
import { askForChange, newAddress } from './address.ts'

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

  test('that cannot be asked for is not lost; one that is confirmed in another browser is seen when one looks again', async () => {
    await askForChange(page, email)
    await alert(page, 'Email is your address already.').waitFor()
    await goOffline(page)
    await newAddress(page).fill('next@example.com')
    await page.keyboard.press('Enter')
    await alert(page, 'You are offline.').waitFor()
    await context.setOffline(false)
    await page.reload()
    expect(await newAddress(page).inputValue()).toBe('next@example.com')
    await button(page, 'Cancel').click()
    await page.reload()
    await button(page, 'Change address').waitFor()
    const next = `new-${email}`
    await askForChange(page, next)
    await page.getByText('Waiting for').waitFor()
    await inboard.client().openLink({ token: await inboard.linkTo(next) })
    await comeBack(page)
    await page.getByText(`You are signed in as ${next}.`).waitFor()
  })
})
