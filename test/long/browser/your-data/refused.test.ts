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
    await section.getByText('Markdown task lists · nothing to import').waitFor()
    await section.getByText(/^Left out: 1 /).waitFor()
    expect(await button(page, /^Import$/).count()).toBe(0)
    await button(page, 'Close').click()
    await button(page, 'Import a file').waitFor()
  })

  test('says why, and another can be chosen', async () => {
    const { page, section } = await newcomer(browsing)
    const files: [{ name: string; text: string | Buffer }, string][] = [
      [
        { name: 'photo.json', text: 'GIF89a' },
        'Inboard can’t read this file. Choose a JSON, CSV or Markdown file.',
      ],
      [{ name: 'other.json', text: '{}' }, 'This is neither an Inboard export nor a Trello board.'],
      [
        { name: 'a.csv', text: 'text,complete\nWeed,perhaps' },
        'Line 2, column complete must be true or false.',
      ],
      [
        { name: 'a.csv', text: Buffer.from('text\nCaf\u00e9', 'latin1') },
        'The file is not in utf-8: save it in UTF-8.',
      ],
      [
        { name: 'photo.gif', text: 'GIF89a' },
        'Inboard can’t read this file. Choose a JSON, CSV or Markdown file.',
      ],
      [{ name: 'empty.csv', text: '' }, 'The file is empty.'],
      [
        { name: 'many.md', text: Array.from({ length: 101 }, (_, n) => `# P${n}\n- a\n`).join('') },
        'This file has more projects than you may still add.',
      ],
    ]
    for (const [file, words] of files) {
      await choose(page, file)
      await alert(page, words).waitFor()
    }
    await choose(page, { name: 'right.md', text: '- [ ] Weed' })
    await section.getByRole('heading', { name: 'right.md' }).waitFor()
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')
  })
})
