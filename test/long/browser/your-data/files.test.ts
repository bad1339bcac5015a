import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { choose, flat, foretold, newcomer, titles } from '../../../browser/your-data/newcomer.ts'
import { button } from '../../../support/browsing/account.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { pathOfFile } from '../../../support/import-files/files.ts'

const browsing = browseInTests()

describe('other files', () => {
  test('of Todoist are called as the file is; and a second one can follow', async () => {
    const { page, section, person } = await newcomer(browsing)
    await choose(page, { name: 'Kitchen [2203306141].csv', text: readFileSync(pathOfFile('todoist.csv')) })
    await section.getByText('A Todoist project · 1 project, 5 cards').waitFor()
    await section.getByLabel('Waiting for').selectOption('Doing')
    await becomes(() => flat(foretold(section)), ['Kitchen To do 4 · Doing 1 · Done 0'])
    await button(page, 'Import').click()
    await button(page, 'Done').click()
    await page.getByRole('heading', { name: 'Your data' }).and(page.locator(':focus')).waitFor()
    await choose(page, 'tasks.md')
    await section.getByText('Markdown task lists · 2 projects, 9 cards').waitFor()
    await button(page, 'Import').click()
    await section.getByText('9 cards were imported').waitFor()
    expect(await titles(person)).toEqual(['Kitchen', 'Garden', 'House'])
    await section.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => titles(person), ['Kitchen'])
  })
})

test('without a connection, the buttons say that they need one', async () => {
  const { page } = await newcomer(browsing)
  await page.context().setOffline(true)
  await page.getByText('You are offline. To export or import, you need a connection.').waitFor()
  for (const name of ['Export', 'Import a file']) {
    await page.locator('button[aria-disabled="true"]', { hasText: name }).waitFor()
    await button(page, name).press('Enter')
  }
  await page.context().setOffline(false)
  await becomes(() => page.getByText('To export or import').count(), 0)
  await choose(page, 'boards.csv')
  await page.getByRole('heading', { name: 'boards.csv' }).waitFor()
})
