import { describe, expect, test } from 'vitest'
import { add, button, card } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog } from './waiting.ts'

const browsing = browseInTests()

describe('where nothing can be kept on this device', () => {
  test('it is said once, with the reason, and everything works online', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/healthz', { person })
    await page.context().addInitScript(() => {
      // As on plain http.
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    })
    await page.goto(browsing.appUrl)
    await page.getByText('Here your changes are only kept once the server has them.').waitFor()
    await button(page, 'Why?').click()
    await dialog(page).getByText('the app does not work offline').waitFor()
    await page.keyboard.press('Escape')
    await add(page, 'Milk')
    await becomes(() => inboxOf(person.client), ['Milk'])
    await page.reload()
    await card(page, 'Milk').waitFor()
    expect(await button(page, 'Why?').count()).toBe(0)
  })
})
