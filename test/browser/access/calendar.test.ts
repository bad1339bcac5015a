import { expect, test } from 'vitest'
import { button, status } from '../../support/browsing/account.ts'
import { copiedBy, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { parsers } from '../../support/service/parsed-calendar.ts'
import { focused, openSettings, readRows } from './settings.ts'

const browsing = browseInTests()

test('a calendar is made with one key, shown once, and revoked like an API token', async () => {
  const { appUrl, inboard } = browsing
  const { page, client } = await openSettings(browsing, withClipboard)
  await client.addInboxCard({ text: 'Prune the apple tree due:2026-11-20' })
  await button(page, 'Create calendar URL').press('Enter')
  await page.getByText('Copy it now: it is not shown again.').waitFor()
  expect(await focused(page)).toContain('Subscribe to this URL in your calendar.')
  await page.keyboard.press('Tab')
  const url = await copiedBy(page, () => page.keyboard.press('Enter'))
  await status(page, 'Copied.').waitFor()
  expect(url.startsWith(`${appUrl}/calendar/inb_`)).toBe(true)
  const path = url.slice(appUrl.length)
  const { text } = await inboard.request('GET', path)
  expect(parsers['ical.js']?.(text)).toMatchObject([{ title: 'Prune the apple tree', start: '2026-11-20' }])
  expect(await readRows(page, 'API tokens')).toEqual([
    'Calendar, Reads cards with a date · never used · never expires',
  ])

  await button(page, 'Done').click()
  expect(await focused(page)).toBe('Calendar')
  expect(await page.content()).not.toContain(path)
  await button(page, 'Revoke Calendar').click()
  await button(page, 'Revoke API token').click()
  await status(page, 'Calendar was revoked.').waitFor()
  expect((await inboard.request('GET', path)).status).toBe(404)
})
