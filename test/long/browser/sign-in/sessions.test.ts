import { describe, expect, test } from 'vitest'
import { heading, linkFor, openLink } from '../../../support/browsing/account.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('a session', () => {
  test('never leads to another site', async () => {
    const page = await browsing.open('/')
    for (const path of ['//example.org/', '\\\\example.org']) {
      await page.evaluate((to) => localStorage.setItem('inboard.return', to), path)
      const email = `return-${path.length}@example.com`
      const arrived = await openLink(page.context(), await linkFor(browsing.inboard, email))
      await heading(arrived, 'Inbox').waitFor()
      expect(arrived.url()).toBe(`${browsing.appUrl}/`)
      await arrived.close()
    }
  })
})
