import { describe, expect, test } from 'vitest'
import { newcomer } from '../../../browser/your-data/newcomer.ts'
import { alert, button } from '../../../support/browsing/account.ts'
import { becomes, intercept } from '../../../support/browsing/browsing.ts'
import { isSent } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('an export', () => {
  test('that fails says why, and can be tried again', async () => {
    const { page } = await newcomer(browsing)
    await intercept(page, '**/api/export', (route) => route.abort(), { times: 1 })
    await button(page, 'Export').click()
    await alert(page, 'The server could not be reached.').waitFor()
    const saving = page.waitForEvent('download')
    await button(page, 'Export').click()
    await saving
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')
  })

  test('says what it is without', async () => {
    const { page, person } = await newcomer(browsing)
    await intercept(page, '**/api/batch', (route) => route.abort())
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByRole('textbox').fill('Not sent')
    await page.keyboard.press('Enter')
    await page.getByText('1 unsent change won’t be in the file.').waitFor()
    await page.unroute('**/api/batch')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await isSent(page, person.user.id)
    await becomes(() => page.getByText('not sent yet').count(), 0)
  })
})
