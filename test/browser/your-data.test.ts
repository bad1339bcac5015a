import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Locator, Page, Route } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { alert, button, heading, status } from '../support/browsing/account.ts'
import { becomes, inboxOf, intercept, makeBoard, operationsOf } from '../support/browsing/browsing.ts'
import { isSent } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import { pathOfFile } from '../support/import-files/files.ts'
import { newDataFolder } from '../support/machine/folders.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()

async function newcomer(options: Parameters<typeof browsing.open>[1] = {}) {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person, ...options })
  // Told only when somebody waits for it, a busy browser may hear of that after the key that opens the chooser.
  page.on('filechooser', () => {})
  await button(page, 'Import a file').waitFor()
  return { person, client: person.client, page, section: page.getByRole('region', { name: 'Your data' }) }
}

/** Chooses a file as a person does, by the button. */
async function choose(page: Page, file: string | { name: string; text: string | Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Import a file').click()
  const chooser = await choosing
  await chooser.setFiles(
    typeof file === 'string'
      ? pathOfFile(file)
      : { name: file.name, mimeType: '', buffer: Buffer.from(file.text) },
  )
}

const foretold = (section: Locator) =>
  section.getByRole('list', { name: 'What will be made' }).getByRole('listitem').allInnerTexts()

/** In one line each. */
const flat = async (texts: Promise<string[]>) => (await texts).map((text) => text.replaceAll('\n', ' '))

const titles = async ({ client }: SignedIn) =>
  (await client.listProjects()).projects.map(({ title }) => title)

describe('an export', () => {
  test('is saved as a file that can be imported again', async () => {
    const { client, page } = await newcomer()
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

    const other = await newcomer()
    await choose(other.page, { name: 'kept.json', text: JSON.stringify(saved) })
    await becomes(() => flat(foretold(other.section)), ['Garden To do 0 · Doing 1 · Done 1', 'Inbox 1 card'])
    // Its columns are those of a project: there is nothing to choose.
    expect(await other.page.getByRole('combobox').count()).toBe(0)
    await button(other.page, 'Import').click()
    await other.page.getByText('3 cards were imported').waitFor()
    expect(await titles(other.person)).toEqual(['Garden'])
    expect(await inboxOf(other.client)).toEqual(['Buy milk'])
  })

  test('that fails says why, and can be tried again', async () => {
    const { page } = await newcomer()
    await intercept(page, '**/api/export', (route) => route.abort(), { times: 1 })
    await button(page, 'Export').click()
    await alert(page, 'The server could not be reached.').waitFor()
    const saving = page.waitForEvent('download')
    await button(page, 'Export').click()
    await saving
    expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')
  })

  test('says what it is without', async () => {
    const { page, person } = await newcomer()
    await intercept(page, '**/api/batch', (route) => route.abort())
    await page.keyboard.press('a')
    await page.getByRole('dialog').getByRole('textbox').fill('Not sent')
    await page.keyboard.press('Enter')
    await page.getByText('1 change not sent yet: the file will be without.').waitFor()
    await page.unroute('**/api/batch')
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await isSent(page, person.user.id)
    await becomes(() => page.getByText('not sent yet').count(), 0)
  })
})

describe('a board of Trello', () => {
  test('is shown before it is imported, asks where its lists go, and is undone with one press', async () => {
    const { page, section, person, client } = await newcomer()
    await choose(page, 'trello.json')
    await section.getByRole('heading', { name: 'trello.json' }).and(page.locator(':focus')).waitFor()
    await section.getByText('A board of Trello · 1 project, 6 cards').waitFor()
    expect(await flat(foretold(section))).toEqual(['Garden To do 4 · Doing 0 · Done 2'])
    await section.getByText('3 entries are left out: archived, or no task.').waitFor()
    const lists = ['Ideas, maybe', 'To Do', 'In progress', 'Done 🎉']
    const chosen = () =>
      Promise.all(lists.map((name) => section.getByLabel(name, { exact: true }).inputValue()))
    expect(await chosen()).toEqual(['To do', 'To do', 'To do', 'Done'])

    await section.getByLabel('In progress').selectOption('Doing')
    await becomes(() => flat(foretold(section)), ['Garden To do 3 · Doing 1 · Done 2'])
    await section.getByLabel('Ideas, maybe').selectOption('Doing')
    await becomes(() => flat(foretold(section)), ['Garden To do 2 · Doing 2 · Done 2'])
    expect(await chosen()).toEqual(['Doing', 'To do', 'Doing', 'Done'])
    expect(await titles(person)).toEqual([])

    await button(page, 'Import').click()
    await section.getByText('6 cards were imported').and(page.locator(':focus')).waitFor()
    await status(page, 'Imported “Garden”.').waitFor()
    const [project] = (await client.listProjects()).projects
    expect(project).toMatchObject({ title: 'Garden', card_count: 6, completed_card_count: 2 })

    const sent = operationsOf(page)
    await page.locator('.notice').getByRole('button', { name: 'Undo' }).click()
    await status(page, 'Undone: imported “Garden”.').waitFor()
    await becomes(() => titles(person), [])
    expect(sent()).toEqual([`DELETE /api/projects/${project?.id}`])
    expect((await client.listBin()).items).toMatchObject([{ title: 'Garden', card_count: 6 }])
  })

  test('leads to what it became', async () => {
    const { page, section } = await newcomer()
    await choose(page, 'trello.json')
    await button(page, 'Import').click()
    await section.getByRole('link', { name: 'Garden' }).click()
    await heading(page, 'Garden').waitFor()
    await page.getByRole('listitem', { name: 'Mend the fence' }).waitFor()
  })
})

describe('other files', () => {
  test('are imported with the keyboard alone, and undone with a key', async () => {
    const { page, section, person, client } = await newcomer()
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
    const { page, section, person } = await newcomer()
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
    const { page, section } = await newcomer()
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

describe('a file that cannot be imported', () => {
  test.for([
    [{ name: 'photo.json', text: 'GIF89a' }, 'The file is not valid JSON'],
    [
      { name: 'other.json', text: '{}' },
      'The file must be an export of Inboard, or the JSON of a Trello board.',
    ],
    [
      { name: 'a.csv', text: 'text,complete\nWeed,perhaps' },
      'Line 2, column complete must be true or false.',
    ],
    [
      { name: 'a.csv', text: Buffer.from('text\nCaf\u00e9', 'latin1') },
      'Line 2 is not in utf-8: save the file in UTF-8.',
    ],
    [
      { name: 'photo.gif', text: 'GIF89a' },
      'Send the file uncompressed, with one of these as its Content-Type',
    ],
    [{ name: 'empty.csv', text: '' }, 'The file is empty.'],
    [
      { name: 'many.md', text: Array.from({ length: 101 }, (_, n) => `# P${n}\n- a\n`).join('') },
      'This file has more projects than you may still add.',
    ],
  ] as [{ name: string; text: string | Buffer }, string][])(
    '%# says why, and another can be chosen',
    async ([file, words]) => {
      const { page, section } = await newcomer()
      await choose(page, file)
      await alert(page, words).waitFor()
      await choose(page, { name: 'right.md', text: '- [ ] Weed' })
      await section.getByRole('heading', { name: 'right.md' }).waitFor()
      expect((await page.getByRole('alert').allInnerTexts()).join('')).toBe('')
    },
  )

  test('is too large, which is known before it is sent', async () => {
    const { page } = await newcomer()
    const path = join(newDataFolder(), 'long.json')
    writeFileSync(path, Buffer.alloc(32 * 1024 * 1024 + 1, ' '))
    await page.locator('input[type="file"]').setInputFiles(path)
    await alert(page, 'The file is larger than 32 MB.').waitFor()
    rmSync(dirname(path), { recursive: true })
  })

  test('has nothing in it', async () => {
    const { page, section } = await newcomer()
    await choose(page, { name: 'notes.md', text: 'Nothing to do' })
    await section.getByText('Task lists in Markdown · nothing to import').waitFor()
    await section.getByText('One entry is left out').waitFor()
    expect(await button(page, /^Import$/).count()).toBe(0)
    await button(page, 'Close').click()
    await button(page, 'Import a file').waitFor()
  })
})

describe('while a file is on its way', () => {
  /** Holds requests back until they are let go. */
  async function hold(page: Page, pattern: RegExp) {
    const held: Route[] = []
    await intercept(page, pattern, (route) => void held.push(route))
    return {
      arrived: () => becomes(async () => held.length > 0, true),
      go: () => Promise.all(held.splice(0).map((route) => route.continue())),
    }
  }

  test('there is a bar, and it can be called off', async () => {
    const { page, section } = await newcomer()
    const requests = await hold(page, /dry_run=true/)
    await choose(page, 'boards.csv')
    await section.getByLabel('Reading boards.csv…').waitFor()
    await requests.arrived()
    await button(page, 'Cancel').click()
    await button(page, 'Import a file').waitFor()
    expect(await section.getByRole('progressbar').count()).toBe(0)
    await page.unroute(/dry_run=true/)
    await choose(page, 'boards.csv')
    await section.getByRole('heading', { name: 'boards.csv' }).waitFor()

    const imports = await hold(page, /dry_run=false/)
    await button(page, 'Import').click()
    await section.getByLabel('Importing…').waitFor()
    await imports.arrived()
    // A second press does nothing.
    await button(page, 'Import').press('Enter')
    await imports.go()
    await section.getByText('5 cards were imported').waitFor()
  })

  test('the choice that was made last counts', async () => {
    const { page, section } = await newcomer()
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

  test('an answer that is lost makes nothing twice', async () => {
    const { page, section, person } = await newcomer()
    await choose(page, 'boards.csv')
    await button(page, 'Import').waitFor()
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await intercept(page, /dry_run=false/, lose, { times: 1 })
    await button(page, 'Import').click()
    await alert(page, 'The server could not be reached.').waitFor()
    expect(await titles(person)).toEqual(['Garden', 'House'])
    await button(page, 'Import').click()
    await section.getByText('5 cards were imported').waitFor()
    expect(await titles(person)).toEqual(['Garden', 'House'])
    await section.getByRole('button', { name: 'Undo' }).click()
    await becomes(() => titles(person), [])
    await becomes(() => inboxOf(person.client), [])
  })
})

test('without a connection, the buttons say that they need one', async () => {
  const { page } = await newcomer()
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

test('on a phone, a file is imported and undone with a thumb', async () => {
  const phone = { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true }
  const { page, section, person } = await newcomer(phone)
  await choose(page, 'trello.json')
  await section.getByLabel('In progress').selectOption('Doing')
  await becomes(() => flat(foretold(section)), ['Garden To do 3 · Doing 1 · Done 2'])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button(page, 'Import').tap()
  await section.getByText('6 cards were imported').waitFor()
  await section.getByRole('button', { name: 'Undo' }).tap()
  await becomes(() => titles(person), [])
})
