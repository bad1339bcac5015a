import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { alert, button, status } from '../../support/browsing/account.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { copiedBy, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { dateOf, focused, openSettings, readRows, rowsOf } from './settings.ts'

const browsing = browseInTests()

const day = 24 * 60 * 60_000
const make = (page: Page) => button(page, 'Create API token').click()
const label = (page: Page) => page.getByLabel('Name', { exact: true })

test('API tokens are made with the keyboard, shown once, revoked after a question, and come with a command that works, whatever they may do; and so does the command line', async () => {
  const { appUrl, inboard } = browsing
  const { page, client } = await openSettings(browsing, withClipboard)
  await button(page, 'Create API token').press('Enter')
  await page.keyboard.press('Enter')
  await alert(page, 'Name must not be empty.').waitFor()
  await page.keyboard.type('Shell')
  await page.keyboard.press('Enter')
  await page.getByText('Shell is ready. Copy the API token now: it is not shown again.').waitFor()
  expect(await focused(page)).toContain('Shell is ready.')
  expect(await page.locator('strong', { hasText: 'Shell' }).getAttribute('dir')).toBe('auto')
  await page.keyboard.press('Tab')
  const token = await copiedBy(page, () => page.keyboard.press('Enter'))
  await status(page, 'Copied.').waitFor()
  expect(token).toMatch(/^inb_/)

  const { card } = await inboard.client(token).addInboxCard({ text: 'From the shell' })
  expect(card.text).toBe('From the shell')
  expect(await codeOfRefusal(inboard.client(token).listProjects())).toBe('scope_insufficient')
  await button(page, 'Done').click()
  expect(await focused(page)).toBe('API tokens')
  expect(await page.content()).not.toContain(token)
  await page.reload()
  await rowsOf(page, 'API tokens').waitFor()
  const [made] = (await client.listApiTokens()).api_tokens
  const [used, expiry] = [dateOf(made?.last_used_at, 'en-US'), dateOf(made?.expires_at, 'en-US')]
  expect(Math.round((Date.parse(made?.expires_at ?? '') - Date.now()) / day)).toBe(365)
  expect(await readRows(page, 'API tokens')).toEqual([
    `Shell, Adds to the inbox · last used ${used} · expires ${expiry}`,
  ])

  await button(page, 'Revoke Shell').click()
  await page.getByText('Whatever uses it stops working at once.').waitFor()
  await button(page, 'Cancel').click()
  await button(page, 'Revoke Shell').click()
  await button(page, 'Revoke API token').click()
  await status(page, 'Shell was revoked.').waitFor()
  expect(await rowsOf(page, 'API tokens').count()).toBe(0)
  expect(await codeOfRefusal(inboard.client(token).listProjects())).toBe('unauthenticated')

  expect(await copiedBy(page, () => button(page, 'Copy login command').click())).toBe(
    `inboard login ${appUrl}`,
  )
  await becomes(() => status(page, 'Copied.').count(), 1)
  for (const [scope, says, life, end] of [
    ['Add to the inbox', 'Adds to the inbox', 'In 30 days', 'expires'],
    ['Read', 'Reads ·', 'Never', 'never expires'],
    ['Read and write', 'Reads and writes', 'In 90 days', 'expires'],
  ] as const) {
    await make(page)
    await label(page).fill(`May ${scope}`)
    await page.getByRole('radio', { name: scope, exact: true }).check()
    await page.getByLabel('Expires').selectOption(life)
    await button(page, 'Create API token').click()
    const command = await copiedBy(page, () => button(page, 'Copy command').click())
    // The other one is that of the login command.
    await becomes(() => status(page, 'Copied.').count(), 2)
    const [, token = ''] = /Bearer (\S+)"/.exec(command) ?? []
    const [, path = ''] = new RegExp(`${appUrl}(\\S+)`).exec(command) ?? []
    const [, body] = /-d '(.+)'/.exec(command) ?? []
    const answer = await inboard.request(body ? 'POST' : 'GET', path, { token, ...(body && { body }) })
    expect([scope, answer.status]).toEqual([scope, body ? 201 : 200])
    const row = (await readRows(page, 'API tokens')).find((one) => one.startsWith(`May ${scope},`))
    expect(row).toContain(says)
    expect(row).toContain(end)
    await button(page, 'Done').click()
  }
})
