import { expect, test } from 'vitest'
import { button, tick } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inboxWith } from './waiting.ts'

const browsing = browseInTests()

const tooLong = (by: number, limit = '2,000') => `Too long by ${by} characters (limit: ${limit}).`

test('a complaint stays, with others, until it is dismissed; other messages come and go below it', async () => {
  const { page } = await inboxWith(browsing, 'Milk')
  const complaints = () => page.locator('.complaint p').allTextContents()
  await page.getByRole('textbox', { name: 'Add a card to Inbox' }).fill('x'.repeat(2002))
  await page.keyboard.press('Enter')
  await button(page, 'New project').click()
  await page.keyboard.insertText('x'.repeat(203))
  await page.keyboard.press('Enter')
  const both = [tooLong(2), tooLong(3, '200')]
  await becomes(complaints, both)
  await tick(page, 'Milk').click()
  await page.getByRole('status').filter({ hasText: 'Completed “Milk”.' }).waitFor()
  expect(await complaints()).toEqual(both)
  await button(page, 'Dismiss').nth(1).click()
  await becomes(complaints, [tooLong(2)])
})

test('a remark on a text disappears when the text changes', async () => {
  const { page } = await inboxWith(browsing, 'Milk')
  const complaints = () => page.locator('.complaint p').allTextContents()
  const field = page.getByRole('textbox', { name: 'Add a card to Inbox' })
  for (const by of [4, 3, 2]) {
    await field.fill('x'.repeat(2000 + by))
    await becomes(complaints, [])
    await page.keyboard.press('Enter')
    await becomes(complaints, [tooLong(by)])
  }
  await page.keyboard.press('Backspace')
  await becomes(complaints, [])
  await page.keyboard.press('Enter')
  await becomes(complaints, [tooLong(1).replace('characters', 'character')])
  await field.fill('')
  await becomes(complaints, [])
})
