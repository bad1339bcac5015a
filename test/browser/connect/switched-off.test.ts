import { expect, test } from 'vitest'
import { button, heading } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { pathOf } from './fake-agent.ts'

const browsing = browseInTests({ OAUTH: 'off' })

test('a server without OAuth has no such page, and says so in a browser', async () => {
  const path = pathOf({ client_id: 'https://robot.example/client.json', response_type: 'code' })
  const { status } = await fetch(browsing.appUrl + path, { headers: { accept: 'text/html' } })
  expect(status).toBe(404)
  const page = await browsing.open(path, { person: await browsing.inboard.signIn() })
  await heading(page, 'Agents can’t connect here').waitFor()
  await page.getByRole('link', { name: 'create in the settings' }).click()
  await heading(page, 'Settings').waitFor()
  await page.getByText('On this server it needs an API token.').waitFor()
  expect(await button(page, 'Copy agent URL').count()).toBe(0)
})
