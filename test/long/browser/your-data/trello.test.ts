import { expect, test } from 'vitest'
import { choose, flat, foretold, newcomer, titles } from '../../../browser/your-data/newcomer.ts'
import { button } from '../../../support/browsing/account.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { phone } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

test('on a phone, a file is imported and undone with a thumb', async () => {
  const { page, section, person } = await newcomer(browsing, phone)
  await choose(page, 'trello.json')
  await section.getByLabel('In progress').selectOption('To do')
  await becomes(() => flat(foretold(section)), ['Garden To do 4 · Doing 0 · Done 2'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button(page, 'Import').tap()
  await section.getByText('6 cards were imported').waitFor()
  await section.getByRole('button', { name: 'Undo' }).tap()
  await becomes(() => titles(person), [])
})
