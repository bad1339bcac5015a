import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { environmentOf, inboard as run } from '../../support/processes/command.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
let folder: string
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_CARDS: '100' })
  folder = newDataFolder()
})
afterAll(async () => {
  await inboard.stop()
  rmSync(folder, { recursive: true })
})

const command = (...words: string[]) =>
  run(words, { folder, environment: { ...environmentOf(inboard.world.config), MAX_CARDS: '100' } })

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content)
  return name
}

const list = `# Garden
## To do
- [ ] Weed
## Done
- [x] Dig
`

test('a Markdown list becomes a project, with its headings mapped as requested', async () => {
  const { client, user } = await inboard.signIn()
  file('list.md', list.replace('To do', 'Backlog'))
  const { told } = await command('import', '--lists', 'Backlog:Doing', user.email, 'list.md')
  expect(told).toBe(
    'Imported 1 project and 2 cards.\n\nproject  To do  Doing  Done\nGarden       0      1     1\n\nlist     column  cards\nBacklog  Doing       1\nDone     Done        1\n',
  )
  const [project] = (await client.listProjects()).projects
  expect(project).toMatchObject({ title: 'Garden', card_count: 2, completed_card_count: 1 })
})

test('a list that is not in the file is refused, and parts left out are reported', async () => {
  const { client, user } = await inboard.signIn()
  const typo = await command('import', '--lists', 'Bakclog:Doing', user.email, file('list.md', list))
  expect(typo).toMatchObject({ code: 1, told: '' })
  expect(typo.complaint).toBe(
    'Nothing was imported: --lists names "Bakclog", which this file does not have: it has "To do", "Done".\n',
  )
  const status = await command('import', '--lists', 'To do:Later', user.email, 'list.md')
  expect(status.complaint).toContain(
    '--lists must be pairs such as "Backlog:To do", with one of: To do, Doing, Done.',
  )
  expect((await client.listProjects()).projects).toEqual([])

  const csv = 'project,text,complete,owner,colour\nGarden,Weed,false,Ada,red\n'
  for (const words of [['--dry-run'], []]) {
    const { told } = await command('import', ...words, user.email, file('tasks.csv', csv))
    expect(told).toContain('\nLeft out: 2 other columns.\n')
  }
})

test('a project is named after its file if the file has no name for it', async () => {
  const { client, user } = await inboard.signIn()
  const tasks = 'TYPE,CONTENT\ntask,Sweep\nnote,Twice\n,\nnote,Of nothing\n'
  await command('import', user.email, file('Household.csv', tasks))
  await command('import', user.email, file('Inbox.csv', tasks))
  expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Household'])
  expect((await client.listInboxCards()).cards).toHaveLength(1)
  const empty = await command('import', user.email, file('prose.md', 'Nothing to do here.\n'))
  expect(empty).toMatchObject({ code: 0, told: 'There is nothing in the file to import.\n' })
})

test('an invalid file, or one that exceeds the limits, imports nothing', async () => {
  const { client, user } = await inboard.signIn()
  const many = `text\n${Array.from({ length: 101 }, (_, number) => `Card ${number}`).join('\n')}\n`
  const files: [name: string, content: string, code: number, sentence: RegExp][] = [
    ['broken.csv', 'project,text\n"Garden', 1, /^Nothing was imported: line 2 has a quotation mark/],
    [
      'other.json',
      '{}',
      1,
      /^Nothing was imported: this is neither an Inboard export nor a Trello board\.\n$/,
    ],
    ['broken.json', '{"a":', 1, /^Nothing was imported\. /],
    ['many.csv', many, 1, /^Nothing was imported\. This file has more cards than you may still add\./],
    ['list.txt', list, 2, /^FILE must end in \.json, \.csv or \.md/],
  ]
  const [missing, ...ended] = await Promise.all([
    command('import', user.email, 'nowhere.md'),
    ...files.map(([name, content]) => command('import', user.email, file(name, content))),
  ])
  expect(ended).toEqual(
    files.map(([, , code, sentence]) => ({ code, told: '', complaint: expect.stringMatching(sentence) })),
  )
  expect([missing.code, missing.told]).toEqual([1, ''])
  expect(missing.complaint).toMatch(/^Cannot read the file: ENOENT/)
  expect((await client.listInboxCards()).cards).toEqual([])
  expect((await client.listProjects()).projects).toEqual([])
})
