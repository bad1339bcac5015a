import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, heading } from '../../support/browsing/account.ts'
import type { Browsing } from '../../support/browsing/browsing.ts'
import { copiedBy, withClipboard } from '../../support/browsing/clipboard.ts'

/** What a person pastes to connect an agent by a URL, and by a program, with their token in its place. */
export async function configurations(browsing: Browsing) {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person, ...withClipboard })
  await heading(page, 'Settings').waitFor()
  const { token } = await person.client.makeApiToken({ label: 'Agent', scope: 'write' })
  await page.getByText('Agents that use an API token').click()
  const byUrl = await copied(page, /^Copy configuration$/, token)
  expect(byUrl).toEqual({
    type: 'http',
    url: `${browsing.appUrl}/mcp`,
    headers: { Authorization: `Bearer ${token}` },
  })
  await page.getByText('Agents that run a local command').click()
  const byProgram = await copied(page, /of the program$/, token)
  expect(byProgram).toEqual({
    command: 'inboard',
    args: ['mcp'],
    env: { INBOARD_URL: browsing.appUrl, INBOARD_TOKEN: token },
  })
  return { token, byUrl, byProgram }
}

async function copied(page: Page, name: RegExp, token: string) {
  const text = await copiedBy(page, () => button(page, name).click())
  return JSON.parse(text.replaceAll('YOUR_API_TOKEN', token)).mcpServers.inboard
}
