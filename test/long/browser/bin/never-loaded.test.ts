import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { binOn, furnished } from '../../../browser/bin/bin.ts'
import { objectionsTo } from '../../../support/browsing/axe.ts'
import { button, composer, heading } from '../../../support/browsing/boards.ts'
import { becomes, intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()

/** A first visit, which gets everything but the bin. */
async function openWithoutBin(person: SignedIn): Promise<Page> {
  const page = await browsing.open('/share', { person })
  await intercept(page, '**/api/bin', (route) => route.abort())
  // Once it has failed, only a new connection or the person tries it again.
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/bin'))
  await page.goto(browsing.appUrl)
  await heading(page, 'Inbox').waitFor()
  await failed
  await composer(page).press('Escape')
  return page
}

test('a bin that has never been loaded says so, and Try again loads it', async () => {
  const { person } = await furnished(browsing)
  const page = await openWithoutBin(person)
  await page.keyboard.press('b')
  await page.getByRole('heading', { name: 'The bin could not be loaded' }).waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await page.unroute('**/api/bin')
  await button(page, 'Try again').click()
  await becomes(() => binOn(page), ['Garden', 'Bread', 'Milk'])
})
