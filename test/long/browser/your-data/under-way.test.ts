import { describe, test } from 'vitest'
import { choose, flat, foretold, hold, newcomer } from '../../../browser/your-data/newcomer.ts'
import { button } from '../../../support/browsing/account.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('while a file is on its way', () => {
  test('the choice that was made last counts', async () => {
    const { page, section } = await newcomer(browsing)
    await choose(page, 'boards.csv')
    await section.getByLabel('Someday').waitFor()
    const requests = await hold(page, /dry_run=true/)
    await section.getByLabel('Someday').selectOption('Done')
    await section.getByLabel('Someday').selectOption('Doing')
    await requests.arrived()
    await becomes(async () => {
      // The first has been given up, and the other may arrive later.
      await requests.go().catch(() => {})
      return (await flat(foretold(section)))[1]
    }, 'House To do 0 · Doing 1 · Done 0')
    await page.unroute(/dry_run=true/)
    await button(page, 'Import').click()
    await section.getByText('5 cards were imported').waitFor()
  })
})
