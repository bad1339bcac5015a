import { describe, expect, test } from 'vitest'
import { newcomer } from '../../api/import/people.ts'
import { fileNamed } from '../../support/import-files/files.ts'

describe('a file', () => {
  test.each([
    ['trello.json', 'trello', 1, 6],
    ['todoist.csv', 'todoist', 1, 5],
    ['ticktick.csv', 'ticktick', 2, 8],
    ['boards.csv', 'csv', 2, 5],
    ['tasks.md', 'markdown', 2, 9],
    ['obsidian.md', 'markdown', 1, 4],
  ])(
    'such as %s becomes projects and cards, as its dry run has said',
    async (name, format, projects, cards) => {
      const { client } = await newcomer()
      const file = fileNamed(name)
      const foretold = await client.importFile({ file, dry_run: true, title: 'Mine' })
      expect(foretold).toMatchObject({ format, projects, cards })
      expect(await client.exportAccount()).toMatchObject({ projects: [], inbox: [] })

      const { boards, inbox, ...made } = await client.importFile({ file, title: 'Mine' })
      const withoutIds = {
        ...made,
        boards: boards.map(({ project_id: _id, ...board }) => board),
        inbox: { cards: inbox.cards },
      }
      expect(withoutIds).toEqual(foretold)
      const listed = (await client.listProjects()).projects
      expect(boards.map(({ project_id, title }) => [project_id, title])).toEqual(
        listed.map(({ id, title }) => [id, title]),
      )
      expect(boards.map(({ statuses }) => statuses.reduce((sum, one) => sum + one.cards, 0))).toEqual(
        listed.map(({ card_count }) => card_count),
      )
      expect(inbox.card_ids).toEqual((await client.listInboxCards()).cards.map(({ id }) => id))
    },
  )

  test('says how many dates, repetitions, labels and steps it has', async () => {
    const { client } = await newcomer()
    const marksIn = async (name: string) =>
      (await client.importFile({ file: fileNamed(name), dry_run: true })).marks
    expect(await marksIn('trello.json')).toEqual({ dates: 2, repetitions: 0, labels: 2, steps: 2 })
    expect(await marksIn('todoist.csv')).toEqual({ dates: 2, repetitions: 1, labels: 1, steps: 0 })
    expect(await marksIn('ticktick.csv')).toEqual({ dates: 2, repetitions: 0, labels: 2, steps: 2 })
  })

  test('of Todoist has the name that it is given', async () => {
    const { client } = await newcomer()
    const { boards } = await client.importFile({ file: fileNamed('todoist.csv'), title: ' Kitchen ' })
    expect(boards).toMatchObject([{ title: 'Kitchen' }])
    const { boards: unnamed } = await client.importFile({ file: fileNamed('todoist.csv') })
    expect(unnamed).toMatchObject([{ title: 'Imported' }])
    const { boards: none, inbox } = await client.importFile({
      file: fileNamed('todoist.csv'),
      title: 'Inbox',
    })
    expect([none, inbox.cards]).toEqual([[], 5])
  })

  test('has its lists where they are wanted', async () => {
    const person = await newcomer()
    const lists = 'Ideas, maybe:Doing,In progress:Doing'
    const { lists: became } = await person.client.importFile({ file: fileNamed('trello.json'), lists })
    expect(became).toEqual([
      { name: 'Ideas, maybe', status: 'Doing', cards: 1 },
      { name: 'To Do', status: 'To do', cards: 2 },
      { name: 'In progress', status: 'Doing', cards: 1 },
      { name: 'Done 🎉', status: 'Done', cards: 2 },
    ])
    const { projects } = await person.client.exportAccount()
    expect(projects[0]?.statuses.map(({ cards }) => cards.length)).toEqual([2, 2, 2])
    expect((await person.post('text\nx', 'text/csv', '?lists=Backlog')).body.errors).toEqual([
      { field: 'lists', message: 'must be pairs such as "Backlog:To do", with one of: To do, Doing, Done' },
    ])
  })
})
