import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { button, status } from '../../support/browsing/account.ts'
import { becomes, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { choose, flat, foretold, newcomer, titles } from './newcomer.ts'

const browsing = browseInTests()

describe('an export', () => {
  test('is saved as a file that can be imported again', async () => {
    const { client, page } = await newcomer(browsing)
    await makeBoard(client, 'Garden', { Doing: ['Weed'], Done: ['Dig'] })
    await client.addInboxCard({ text: 'Buy milk' })
    const saving = page.waitForEvent('download')
    await button(page, 'Export').focus()
    await page.keyboard.press('Enter')
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^inboard-\d{4}-\d\d-\d\d\.json$/)
    const { exported_at: _then, ...saved } = JSON.parse(readFileSync(await download.path(), 'utf8'))
    const { exported_at: _now, ...everything } = await client.exportAccount()
    expect(saved).toEqual(everything)
    await status(page, `Exported as ${download.suggestedFilename()}.`).waitFor()

    const other = await newcomer(browsing)
    await choose(other.page, { name: 'kept.json', text: JSON.stringify(saved) })
    await becomes(() => flat(foretold(other.section)), ['Garden To do 0 · Doing 1 · Done 1', 'Inbox 1 card'])
    // Its columns are those of a project: there is nothing to choose.
    expect(await other.page.getByRole('combobox').count()).toBe(0)
    await button(other.page, 'Import').click()
    await other.page.getByText('3 cards were imported').waitFor()
    expect(await titles(other.person)).toEqual(['Garden'])
    expect(await inboxOf(other.client)).toEqual(['Buy milk'])
  })
})
