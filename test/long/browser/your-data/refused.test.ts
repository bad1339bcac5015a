import { rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { choose, newcomer } from '../../../browser/your-data/newcomer.ts'
import { alert, button } from '../../../support/browsing/account.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { newDataFolder } from '../../../support/machine/folders.ts'

const browsing = browseInTests()

describe('a file that cannot be imported', () => {
  test('is too large, which is known before it is sent', async () => {
    const { page } = await newcomer(browsing)
    const path = join(newDataFolder(), 'long.json')
    writeFileSync(path, Buffer.alloc(32 * 1024 * 1024 + 1, ' '))
    await page.locator('input[type="file"]').setInputFiles(path)
    await alert(page, 'The file is larger than 32 MB.').waitFor()
    rmSync(dirname(path), { recursive: true })
  })

  test('has nothing in it', async () => {
    const { page, section } = await newcomer(browsing)
    await choose(page, { name: 'notes.md', text: 'Nothing to do' })
    await section.getByText('Task lists in Markdown · nothing to import').waitFor()
    await section.getByText('One entry is left out').waitFor()
    expect(await button(page, /^Import$/).count()).toBe(0)
    await button(page, 'Close').click()
    await button(page, 'Import a file').waitFor()
  })
})
