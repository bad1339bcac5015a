import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { button } from '../../support/browsing/account.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { pathOfFile } from '../../support/import-files/files.ts'
import { choose, flat, foretold, newcomer, titles } from './newcomer.ts'

const browsing = browseInTests()

describe('other files', () => {
  test('are imported with the keyboard alone, and undone with a key', async () => {
    const { page, section, person, client } = await newcomer(browsing)
    await client.addInboxCard({ text: 'Mine' })
    // While the machine is busy, there may seem to be no connection.
    await page.locator('button[aria-disabled="false"]', { hasText: 'Import a file' }).focus()
    const choosing = page.waitForEvent('filechooser')
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(pathOfFile('ticktick.csv'))
    await section.getByRole('heading', { name: 'ticktick.csv' }).and(page.locator(':focus')).waitFor()
    expect(await flat(foretold(section))).toEqual([
      'House To do 0 · Doing 3 · Done 1',
      'Books To do 1 · Doing 0 · Done 1',
      'Inbox 2 cards',
    ])
    await page.keyboard.press('Tab')
    await button(page, 'Import').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await section.getByText('8 cards were imported').waitFor()
    expect(await titles(person)).toEqual(['House', 'Books'])
    expect(await inboxOf(client)).toHaveLength(3)
    await page.keyboard.press('z')
    await becomes(() => titles(person), [])
    await becomes(() => inboxOf(client), ['Mine'])
  })

  test('of Todoist are called as the file is; and a second one can follow', async () => {
    const { page, section, person } = await newcomer(browsing)
    await choose(page, { name: 'Kitchen [2203306141].csv', text: readFileSync(pathOfFile('todoist.csv')) })
    await section.getByText('A project of Todoist · 1 project, 5 cards').waitFor()
    await section.getByLabel('Waiting for').selectOption('Doing')
    await becomes(() => flat(foretold(section)), ['Kitchen To do 4 · Doing 1 · Done 0'])
    await button(page, 'Import').click()
    await button(page, 'Done').click()
    await page.getByRole('heading', { name: 'Your data' }).and(page.locator(':focus')).waitFor()
    await choose(page, 'tasks.md')
    await section.getByText('Task lists in Markdown · 2 projects, 9 cards').waitFor()
    await button(page, 'Import').click()
    await section.getByText('9 cards were imported').waitFor()
    expect(await titles(person)).toEqual(['Kitchen', 'Garden', 'House'])
    await section.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => titles(person), ['Kitchen'])
  })

  test('can be dropped anywhere on the page', async () => {
    const { page, section } = await newcomer(browsing)
    const dragged = await page.evaluateHandle(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['text\nWeed\nDig'], 'dropped.csv'))
      return dataTransfer
    })
    const isTaken = (type: string) =>
      page.evaluate(
        ([name, dataTransfer]) => {
          const event = new DragEvent(name, { dataTransfer, bubbles: true, cancelable: true })
          return document.querySelector('h1')?.dispatchEvent(event) === false
        },
        [type, dragged] as const,
      )
    expect(await isTaken('dragover')).toBe(true)
    await page.locator('.import.over').waitFor()
    expect(await isTaken('drop')).toBe(true)
    await section.getByRole('heading', { name: 'dropped.csv' }).waitFor()
    expect(await flat(foretold(section))).toEqual(['Inbox 2 cards'])
    expect(await page.locator('.import.over').count()).toBe(0)
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
