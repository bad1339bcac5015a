import { describe, expect, test } from 'vitest'
import { button, heading, status } from '../../support/browsing/account.ts'
import { becomes, operationsOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { choose, flat, foretold, newcomer, titles } from './newcomer.ts'

const browsing = browseInTests()

describe('a board of Trello', () => {
  test('is shown before it is imported, asks where its lists go, leads to what it became, and is undone with one press', async () => {
    const { page, section, person, client } = await newcomer(browsing)
    await choose(page, 'trello.json')
    await section.getByRole('heading', { name: 'trello.json' }).and(page.locator(':focus')).waitFor()
    await section.getByText('A Trello board · 1 project, 6 cards').waitFor()
    expect(await flat(foretold(section))).toEqual(['Garden To do 3 · Doing 1 · Done 2'])
    await section.getByText('With 2 dates, 2 labels, 2 steps.').waitFor()
    await section
      .getByText('Left out: 2 archived cards, 1 template, 1 archived list, 2 assignments, 1 uploaded file')
      .waitFor()
    const lists = ['Ideas, maybe', 'To Do', 'In progress', 'Done 🎉']
    const chosen = () =>
      Promise.all(lists.map((name) => section.getByLabel(name, { exact: true }).inputValue()))
    expect(await chosen()).toEqual(['To do', 'To do', 'Doing', 'Done'])

    await section.getByLabel('In progress').selectOption('To do')
    await becomes(() => flat(foretold(section)), ['Garden To do 4 · Doing 0 · Done 2'])
    await section.getByLabel('In progress').selectOption('Doing')
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
    await status(page, 'Deleted “Garden”.').waitFor()
    await becomes(() => titles(person), [])
    expect(sent()).toEqual([`DELETE /api/projects/${project?.id}`])
    expect((await client.listBin()).items).toMatchObject([{ title: 'Garden', card_count: 6 }])

    await choose(page, 'trello.json')
    await button(page, 'Import').click()
    await section.getByRole('link', { name: 'Garden' }).click()
    await heading(page, 'Garden').waitFor()
    await page.getByRole('listitem', { name: 'Mend the fence' }).waitFor()
  })
})
