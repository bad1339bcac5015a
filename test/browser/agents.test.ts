import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAgent } from '../support/agents/agent.ts'
import { agentBy } from '../support/agents/agent-program.ts'
import { arrive, button, heading, tokenIn } from '../support/browsing/account.ts'
import { openBrowser } from '../support/browsing/browsing.ts'
import { cleanUp, root } from '../support/processes/process.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let browser: Browser
let inboard: TestInboard
beforeAll(async () => {
  ;[browser, inboard] = await Promise.all([openBrowser(), startTestInboard()])
})
afterAll(async () => {
  await browser?.close()
  await inboard?.stop()
  cleanUp()
})

/** What a person would paste, with their token in its place. */
async function copied(page: Page, name: string, token: string) {
  await button(page, name).click()
  await page.getByText('Copied.').first().waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  return JSON.parse(text.replaceAll('YOUR_API_TOKEN', token)).mcpServers.inboard
}

test('the settings show the lines that connect an agent, by a URL or by a program', async () => {
  const context = await browser.newContext({
    baseURL: inboard.world.config.appUrl,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await arrive(context, inboard, 'host@example.com')
  await page.goto('/settings')
  await heading(page, 'Settings').waitFor()
  const client = inboard.client(await tokenIn(page))
  const { token } = await client.makeApiToken({ label: 'Agent', scope: 'write' })

  const { url, headers } = await copied(page, 'Copy configuration', token)
  expect([url, headers]).toEqual([`${inboard.world.config.appUrl}/mcp`, { Authorization: `Bearer ${token}` }])
  const agent = await connectAgent(url.replace(/\/mcp$/, ''), token)
  await agent.use('add', { cards: [{ text: 'Water the plants' }] })
  await agent.close()

  await page.getByText('For an agent that starts a program').click()
  const { command, args, env } = await copied(page, 'Copy configuration of the program', token)
  expect([command, args]).toEqual(['inboard', ['mcp']])
  const started = await agentBy([process.execPath, join(root, 'src/command/inboard.ts')], env)
  expect((await started.use('overview')).text).toContain('Water the plants')
  await started.close()
  await context.close()
})
