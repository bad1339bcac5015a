import { test } from 'vitest'
import { openSettings } from '../../../browser/access/settings.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('who is signed in is seen on every page, however wide', async () => {
  const { page, user } = await openSettings(browsing)
  for (const path of ['/settings', '/', '/projects/gone', '/nowhere']) {
    if (path !== '/settings') await page.goto(browsing.appUrl + path)
    for (const [width, where] of [
      [1280, 'navigation'],
      [320, 'banner'],
    ] as const) {
      await page.setViewportSize({ width, height: 720 })
      await page.getByRole(where).getByText(user.email).waitFor()
    }
  }
})
