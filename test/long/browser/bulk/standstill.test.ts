import { test } from 'vitest'
import { becomes, gatewayDown, goOffline, intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a bar does not stand still while the server is away', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  const field = page.getByRole('textbox', { name: 'Add a card to Inbox' })
  await field.waitFor()
  await intercept(page, '**/api/**', gatewayDown)
  await goOffline(page)
  await field.fill(Array.from({ length: 60 }, (_, index) => `Card ${index + 1}`).join('\n'))
  await page.keyboard.press('Enter')
  await becomes(() => page.locator('.card').count(), 60)
  await page.getByRole('button', { name: 'Offline · 60 changes waiting' }).waitFor()
  await becomes(() => page.locator('.progress').count(), 0)
  await page.unroute('**/api/**')
  await page.context().setOffline(false)
  await becomes(async () => (await person.client.listInboxCards()).cards.length, 60)
})
