import { expect, test } from 'vitest'
import { dialog, inboxWith, mark } from '../../../browser/waiting/waiting.ts'
import { add } from '../../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf, intercept } from '../../../support/browsing/browsing.ts'
import { resting } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a server that is down for a while only makes changes wait, however often the page is loaded', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  await intercept(page, '**/api/batch', resting)
  await add(page, 'Bread')
  await mark(page, '1 change waiting').waitFor()
  await page.reload()
  await mark(page, '1 change waiting').waitFor()
  expect(await boardOn(page)).toEqual({ Inbox: ['Milk', 'Bread'] })
  await mark(page, '1 change waiting').click()
  await page.unroute('**/api/batch')
  await dialog(page).getByRole('button', { name: 'Send now' }).click()
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
  await becomes(() => page.locator('.mark').count(), 0)
})
