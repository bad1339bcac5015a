import { describe, expect, test } from 'vitest'
import { button } from '../../support/browsing/account.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { pathOfFile } from '../../support/import-files/files.ts'
import { flat, foretold, newcomer, titles } from './newcomer.ts'

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
