import { test } from 'vitest'
import { openSettings } from '../../../browser/access/settings.ts'
import { button } from '../../../support/browsing/account.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('the sidebar says who is signed in, on every page, however wide', async () => {
  const { page, user } = await openSettings(browsing)
  const address = page.getByRole('navigation').getByText(user.email)
  for (const path of ['/settings', '/', '/projects/gone', '/nowhere']) {
    if (path !== '/settings') await page.goto(browsing.appUrl + path)
    await page.setViewportSize({ width: 1280, height: 720 })
    await address.waitFor()
    await page.setViewportSize({ width: 320, height: 720 })
    await address.waitFor({ state: 'hidden' })
    await button(page, 'Inbox and projects').click()
    await address.waitFor()
  }
})
