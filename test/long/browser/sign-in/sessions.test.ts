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

  test('that began in another tab is not stored again, over what that tab may have stored since, and leads to no other site', async () => {
    const page = await browsing.open('/')
    await heading(page, 'Sign in').waitFor()
    await page.evaluate(() => localStorage.setItem('inboard.return', '//example.org/'))
    await page.evaluate(() => {
      const { setItem } = Storage.prototype
      const stored: string[] = []
      Object.assign(globalThis, { stored })
      Storage.prototype.setItem = function (key, text) {
        stored.push(key)
        setItem.call(this, key, text)
      }
    })
    const arrived = await openLink(page.context(), await linkFor(browsing.inboard, 'once@example.com'))
    await heading(page, 'Inbox').waitFor()
    await heading(arrived, 'Inbox').waitFor()
    expect(arrived.url()).toBe(`${browsing.appUrl}/`)
    const stored = await page.evaluate(() => (globalThis as unknown as { stored: string[] }).stored)
    expect(stored).not.toContain('inboard.session')
  })
})
