import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { add, button, card, edit, heading } from '../../support/browsing/boards.ts'
import {
  type Browsing,
  becomes,
  boardOn,
  comeBack,
  goOffline,
  inboxOf,
} from '../../support/browsing/browsing.ts'
import { isSent, outboxIn, putIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog, inboxWith, mark } from '../waiting/waiting.ts'

const browsing = browseInTests()
const day = 24 * 60 * 60_000

/** Everything that is not sent was done some days ago. The page is at the app again, with a network. */
async function daysPass({ appUrl }: Browsing, page: Page, userId: string, days: number): Promise<void> {
  await page.context().setOffline(false)
  await page.goto(`${appUrl}/healthz`)
  await page.unroute('**/api/batch')
  const rows = await outboxIn(page, userId)
  await putIn(
    page,
    userId,
    'outbox',
    rows.map(({ at = 0, ...row }) => ({ ...row, at: at - days * day })),
  )
  await page.goto(appUrl)
}

/** Two changes that build on each other. */
async function workOffline() {
  const { page, person } = await inboxWith(browsing, 'Milk')
  // Nothing is sent when the network comes back before the days have passed.
  await page.route('**/api/batch', (route) => route.abort())
  await goOffline(page)
  await add(page, 'Bread')
  await card(page, 'Bread').waitFor()
  await edit(page, 'Milk', 'Oat milk')
  await page.keyboard.press('Enter')
  await card(page, 'Oat milk').waitFor()
  return { page, person, client: person.client, userId: person.user.id }
}

test('changes that have waited for 24 days are sent by themselves', async () => {
  const { page, client, userId } = await workOffline()
  await daysPass(browsing, page, userId, 24)
  await becomes(() => inboxOf(client), ['Oat milk', 'Bread'])
})

test('the person is asked about changes that have waited for more than 25 days; what builds on them waits too, and all else is sent', async () => {
  const { page, client, userId } = await workOffline()
  const keys = (await outboxIn(page, userId)).map(({ key }) => key)
  await daysPass(browsing, page, userId, 26)
  await page
    .getByRole('status')
    .filter({ hasText: 'Some changes are not saved and need your decision.' })
    .waitFor()
  await edit(page, 'Bread', 'Brown bread')
  await page.keyboard.press('Enter')
  await add(page, 'Eggs')
  await becomes(() => inboxOf(client), ['Milk', 'Eggs'])
  // They are still shown.
  await becomes(async () => (await boardOn(page)).Inbox?.toSorted(), ['Brown bread', 'Eggs', 'Oat milk'])

  await mark(page, '2 changes need your attention').press('Enter')
  const question = dialog(page).getByRole('region', { name: 'Send these older changes?' })
  await question.getByText('Add “Bread” to Inbox').waitFor()
  await question.getByText('Edit “Milk”').waitFor()
  await dialog(page).getByRole('region', { name: 'Waiting' }).getByText('Edit “Bread”').waitFor()
  expect(await objectionsTo(page)).toEqual([])
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/batch')) return
    for (const { idempotency_key } of request.postDataJSON().operations) sent.push(idempotency_key)
  })
  await question.getByRole('button', { name: 'Send anyway' }).press('Enter')
  await dialog(page)
    .getByRole('heading', { name: 'Everything has been sent' })
    .and(page.locator(':focus'))
    .waitFor()
  await becomes(async () => (await inboxOf(client)).toSorted(), ['Brown bread', 'Eggs', 'Oat milk'])
  await isSent(page, userId)
  expect(sent.slice(0, 2)).toEqual(keys)
})

test('discarded changes are gone, and can be restored', async () => {
  const { page, client, userId } = await workOffline()
  await daysPass(browsing, page, userId, 26)
  const places = (await outboxIn(page, userId)).map(({ n }) => n)
  await mark(page, '2 changes need your attention').click()
  await button(page, 'Discard').click()
  await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
  await page.keyboard.press('Escape')
  await becomes(() => boardOn(page), { Inbox: ['Milk'] })
  expect(await outboxIn(page, userId)).toEqual([])
  await button(page, 'Undo').click()
  await mark(page, '2 changes need your attention').waitFor()
  await becomes(() => boardOn(page), { Inbox: ['Oat milk', 'Bread'] })
  expect(await inboxOf(client)).toEqual(['Milk'])
  // Where they were: what was done later builds on them.
  expect((await outboxIn(page, userId)).map(({ n }) => n)).toEqual(places)
})

test('after the clock of the device was set by a year, forward or back, one answer is enough', async () => {
  const { page, client, userId } = await workOffline()
  await daysPass(browsing, page, userId, -365)
  await mark(page, '2 changes need your attention').click()
  await button(page, 'Send anyway').click()
  await becomes(() => inboxOf(client), ['Oat milk', 'Bread'])
  await page.keyboard.press('Escape')
  await page.goto(`${browsing.appUrl}/healthz`)
  await page.clock.install({ time: Date.now() + 365 * day })
  await page.goto(browsing.appUrl)
  await heading(page, 'Inbox').waitFor()
  // What is done from now on is of today, whatever day that is.
  await add(page, 'Eggs')
  await becomes(() => inboxOf(client), ['Oat milk', 'Bread', 'Eggs'])
})

test('a clock that is put right while the page is open answers the question', async () => {
  const { page, client, userId } = await workOffline()
  await daysPass(browsing, page, userId, -365)
  await mark(page, '2 changes need your attention').waitFor()
  await page.clock.setSystemTime(Date.now() + 365 * day)
  await comeBack(page)
  await becomes(() => inboxOf(client), ['Oat milk', 'Bread'])
})
