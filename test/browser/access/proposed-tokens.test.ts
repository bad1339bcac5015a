import { expect, test } from 'vitest'
import { button } from '../../support/browsing/account.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { rowsOf } from './settings.ts'

const browsing = browseInTests()

/** Where a program sends its owner for a token. */
const asking = (label: string, scope: string) =>
  `/settings?${new URLSearchParams({ 'new-token': label, scope })}`

const isInView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

test('an API token that a program asks for is proposed, made only by the person, and gets the least power if there is none such', async () => {
  const person = await browsing.inboard.signIn()
  const viewport = { width: 360, height: 640 }
  const page = await browsing.open(asking('inboard on büro', 'write'), { person, viewport })
  const label = page.getByLabel('Name', { exact: true })
  await becomes(() => label.inputValue(), 'inboard on büro')
  await becomes(() => label.evaluate((field) => field === document.activeElement), true)
  await rowsOf(page, 'Devices').first().waitFor()
  await becomes(() => label.evaluate(isInView), true)
  expect(await page.getByRole('radio', { name: 'Read and write' }).isChecked()).toBe(true)
  expect((await person.client.listApiTokens()).api_tokens).toEqual([])

  await page.keyboard.press('Enter')
  await page.getByText('inboard on büro is ready.').waitFor()
  expect((await person.client.listApiTokens()).api_tokens).toMatchObject([
    { label: 'inboard on büro', scope: 'write' },
  ])
  await page.reload()
  await rowsOf(page, 'API tokens').waitFor()
  expect(await label.count()).toBe(0)

  await page.goto(browsing.appUrl + asking('x'.repeat(120), 'admin'))
  const isProposedAndCancelled = async () => {
    await becomes(() => label.inputValue(), 'x'.repeat(100))
    expect(await page.getByRole('radio', { name: 'Add to the inbox' }).isChecked()).toBe(true)
    await button(page, 'Cancel').click()
    await button(page, 'Create API token').click()
    expect(await label.inputValue()).toBe('')
  }
  await isProposedAndCancelled()
  await page.goto(browsing.appUrl + asking('x'.repeat(120), ''))
  await isProposedAndCancelled()
  await page.reload()
  await button(page, 'Create API token').waitFor()
  expect(await label.count()).toBe(0)
})
