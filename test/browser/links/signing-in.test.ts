import type { Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { alert, button, heading, linkFor, linkIn, status } from '../../support/browsing/account.ts'
import { gatewayDown, goOffline, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { eventually } from '../../support/service/inboard.ts'
import { isFocused } from './opening.ts'

const browsing = browseInTests()

test('a link says as whom it signs in, waits for the press of a button, and signs in the tab that waits as well', async () => {
  const { inboard, appUrl } = browsing
  const waiting = await browsing.open('/')
  await waiting.getByLabel('Email address').fill('Ada.Links@Example.com ')
  await waiting.keyboard.press('Enter')
  await waiting.getByText('A link is on its way to Ada.Links@Example.com.').waitFor()

  const email = 'ada.links@example.com'
  const { text } = await eventually(() => inboard.mails().find(({ to }) => to === email), 'the mail')
  const link = linkIn(text)
  const tab = await waiting.context().newPage()
  const requests: Request[] = []
  tab.on('request', (request) => requests.push(request))
  const sent = () => requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`)
  await tab.goto(link)
  await heading(tab, `Sign in as ${email}`).waitFor()
  expect(tab.url()).toBe(`${appUrl}/verify-email`)
  await tab.reload()
  await button(tab, 'Continue to Inboard').waitFor()
  expect(await isFocused(tab, 'Continue to Inboard')).toBe(true)
  // To look at it is not to open it.
  const posts = sent().filter((request) => request.startsWith('POST'))
  expect(new Set(posts)).toEqual(new Set(['POST /api/auth/link']))

  await tab.keyboard.press('Enter')
  await heading(tab, 'Inbox').waitFor()
  await status(tab, `You are signed in as ${email}.`).waitFor()
  expect(sent()).toContain('POST /api/auth/verify-email')
  const headers = await Promise.all(requests.map((request) => request.allHeaders()))
  expect(headers.filter(({ referer }) => referer)).toEqual([])
  expect(await tab.evaluate(() => JSON.stringify([location.href, { ...sessionStorage }]))).not.toContain(
    link.split('=')[1],
  )
  await heading(waiting, 'Inbox').waitFor()
})

test('a link is kept while it cannot be read, and when the network or the server is gone as the button is pressed', async () => {
  const email = 'kept.link@example.com'
  const page = await browsing.open('/')
  await intercept(page, '**/api/auth/link', gatewayDown, { times: 1 })
  await page.goto(await linkFor(browsing.inboard, email))
  await heading(page, 'Your link could not be read').waitFor()
  await alert(page, 'The server could not be reached.').waitFor()
  await page.getByText('Your link is kept on this page').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, `Sign in as ${email}`).waitFor()

  const go = button(page, 'Continue to Inboard')
  await goOffline(page)
  await go.click()
  await alert(page, 'You are offline.').waitFor()
  await page.getByText('Your link is kept on this page').waitFor()
  await page.context().setOffline(false)
  await intercept(page, '**/api/auth/verify-email', gatewayDown, { times: 1 })
  await go.click()
  await alert(page, 'The server could not be reached.').waitFor()
  await go.click()
  await heading(page, 'Inbox').waitFor()
})
