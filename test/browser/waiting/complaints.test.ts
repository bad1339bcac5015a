import { expect, test } from 'vitest'
import { tick } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inboxWith } from './waiting.ts'

const browsing = browseInTests()

test('a complaint stays, with others, until it is dismissed; other messages come and go below it', async () => {
  const { page } = await inboxWith(browsing, 'Milk')
  const complaints = () => page.locator('.complaint p').allTextContents()
  const tooLong = (by: number) => `Too long by ${by} characters (limit: 2,000).`
  const field = page.getByRole('textbox', { name: 'Add a card to Inbox' })
  for (const by of [2, 3, 3, 4, 5]) {
    await field.fill('x'.repeat(2000 + by))
    await page.keyboard.press('Enter')
  }
  await becomes(complaints, [3, 4, 5].map(tooLong))
  await field.fill('')
  await tick(page, 'Milk').click()
  await page.getByRole('status').filter({ hasText: 'Completed “Milk”.' }).waitFor()
  expect(await complaints()).toEqual([3, 4, 5].map(tooLong))
  await page.getByRole('button', { name: 'Dismiss' }).nth(1).click()
  await becomes(complaints, [3, 5].map(tooLong))
})
