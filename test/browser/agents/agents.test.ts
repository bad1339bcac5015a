import { expect, test } from 'vitest'
import { button } from '../../support/browsing/account.ts'
import { intercept } from '../../support/browsing/browsing.ts'
import { copiedBy, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { configurations } from './configuration.ts'

const browsing = browseInTests()

test('the settings show the lines that connect an agent, by a URL or by a program', () =>
  configurations(browsing))

test('the URL for agents is the one that the server gives them, however the page was reached', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person, ...withClipboard })
  const resource = 'https://board.example.com/mcp'
  await intercept(page, '**/.well-known/oauth-protected-resource', (route) =>
    route.fulfill({ json: { resource } }),
  )
  await page.reload()
  await page.getByText(resource, { exact: true }).waitFor()
  expect(await copiedBy(page, () => button(page, 'Copy agent URL').click())).toBe(resource)
})
