import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { askForChange, newAddress } from '../../../browser/settings/address.ts'
import { alert, button, heading, linkWith, openLink, status } from '../../../support/browsing/account.ts'
import { comeBack, goOffline } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { TestInboard } from '../../../support/service/inboard.ts'

const minute = 60_000

// Links are sent again by its clock.
const browsing = browseInTests({})
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
  test('stays as it is if somebody else has the new one by then', async () => {
    const next = `taken-${email}`
    await askForChange(page, next)
    const token = await inboard.linkTo(next)
    await inboard.signIn(next)
    const opened = await openLink(context, linkWith(inboard, token))
    await heading(opened, 'This address is taken').waitFor()
    await opened.getByText(`You are signed in as ${email}.`).waitFor()
    await button(opened, 'Continue to Inboard').click()
    await heading(opened, 'Settings').waitFor()
    await button(opened, 'Change address').waitFor()
  })

  test('can have its link sent again after a minute, and another one asked for', async () => {
    const next = `new-${email}`
    await askForChange(page, next)
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await askForChange(page, `other-${email}`)
    await alert(page, 'A link was sent moments ago.').waitFor()
    await button(page, 'Cancel').click()
    await page.reload()
    await button(page, 'Send it again').click()
    await button(page, /^Send it again in \d+ s$/).waitFor()
    await status(page, 'We sent a link less than a minute ago.').waitFor()
    await page.reload()
    inboard.clock.advance(minute)
    await button(page, 'Send it again').click()
    await status(page, 'It is on its way again.').waitFor()
    await inboard.linkTo(next, 2)
    inboard.clock.advance(minute)
    await askForChange(page, `other-${email}`)
    await page.getByText(`We sent a link to other-${email}.`).waitFor()
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
    await page.getByText('We sent a link').waitFor()
    await inboard.client().openLink({ token: await inboard.linkTo(next) })
    await comeBack(page)
    await page.getByText(`You are signed in as ${next}.`).waitFor()
  })
})
