import { expect, test } from 'vitest'
import { button } from '../../support/browsing/account.ts'
import { add, composer } from '../../support/browsing/boards.ts'
import { intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a new version is offered once nobody has touched anything for a while, can wait, and is not offered twice', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/healthz', { person })
  await page.clock.install()
  await page.goto(browsing.appUrl)
  await composer(page).waitFor()
  await intercept(page, '**/api/batch', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'inboard-version': '99.0.0' } })
  })
  const sendCard = async (text: string) => {
    const answered = page.waitForResponse('**/api/batch')
    await add(page, text)
    await answered
    await page.getByRole('listitem', { name: text }).waitFor()
    // It waits for two seconds of rest.
    await page.clock.runFor(5000)
  }
  const offer = page.getByRole('region', { name: 'Update' })
  await sendCard('Milk')
  await offer.getByText('Inboard has been updated. Reload to use the new version.').waitFor()
  await button(page, 'Later').focus()
  await page.keyboard.press('Enter')
  await offer.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
  await sendCard('Bread')
  expect(await offer.count()).toBe(0)
})
