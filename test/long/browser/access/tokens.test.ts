import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { problem } from '../../../../src/contract/problem.ts'
import { openSettings, rowsOf } from '../../../browser/access/settings.ts'
import { alert, button, status } from '../../../support/browsing/account.ts'
import { becomes, comeBack } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

const make = (page: Page) => button(page, 'Create API token').click()
const label = (page: Page) => page.getByLabel('Name', { exact: true })

test('API tokens can be copied by hand where the browser forbids it', async () => {
  const { page } = await openSettings(browsing)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'))
  })
  await make(page)
  await label(page).fill('Script')
  await page.keyboard.press('Enter')
  await button(page, 'Copy API token').click()
  await status(page, 'Select the text and copy it.').waitFor()
})

test('API tokens that are too many are refused in the words of the server; those that another tab has revoked are gone', async () => {
  const { page, client } = await openSettings(browsing)
  for (let more = 0; more < 50; more++) await client.makeApiToken({ label: `Token ${more}`, scope: 'read' })
  await make(page)
  await label(page).fill('One more')
  await page.keyboard.press('Enter')
  await alert(page, problem('token_limit_reached').detail).waitFor()
  expect(await label(page).inputValue()).toBe('One more')

  await comeBack(page)
  await becomes(() => rowsOf(page, 'API tokens').count(), 50)
  const [first] = (await client.listApiTokens()).api_tokens
  await client.revokeApiToken({ id: first?.id ?? '' })
  await comeBack(page)
  await becomes(() => rowsOf(page, 'API tokens').count(), 49)
})
