import { describe, expect, test } from 'vitest'
import { button, composer, heading } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { boxOf, isClosed, item, itemIs, items, menu, sit } from './desk.ts'

const browsing = browseInTests()

describe('the menu of a column', () => {
  test('adds a card there, selects all, and moves all', async () => {
    const { page, boardIs } = await sit(browsing)
    const more = button(page, 'To do actions')
    await more.click()
    await page.getByRole('menu', { name: 'To do actions' }).waitFor()
    expect((await boxOf(menu(page))).y).toBeGreaterThan((await boxOf(more)).y)
    await item(page, 'Select all cards').click()
    await page.getByText('3 selected').waitFor()
    await page.getByRole('heading', { level: 2, name: 'Doing' }).click({ button: 'right' })
    await item(page, 'New card').click()
    await composer(page, 'Doing').and(page.locator(':focus')).waitFor()
    await more.click()
    await item(page, 'Move all cards to…').click()
    await page.getByRole('combobox', { name: 'Move 3 cards to' }).waitFor()
    await page.getByRole('option', { name: 'Done Garden' }).click()
    await boardIs({ Doing: ['Mow'], Done: ['Dig', 'Weed', 'Water', 'Sow'] })
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
    // An empty one has nothing to select.
    await more.click()
    expect(await items(page)).toEqual(['New card'])
  })

  test('is there for the inbox', async () => {
    const { page, client } = await sit(browsing)
    await client.addInboxCard({ text: 'Call the plumber' })
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await page.getByText('Call the plumber').waitFor()
    await button(page, 'Inbox actions').click()
    await item(page, 'Select all cards').click()
    await page.getByText('1 selected').waitFor()
  })
})

describe('the menu of a project in the sidebar', () => {
  test('renames and deletes that project', async () => {
    const { page, client } = await sit(browsing)
    const house = page.getByRole('link', { name: /^House/ })
    await house.click({ button: 'right' })
    await item(page, 'Rename this project').click()
    const field = page.getByRole('textbox', { name: 'Project name' }).and(page.locator(':focus'))
    await field.waitFor()
    expect(await field.inputValue()).toBe('House')
    await field.fill('Home')
    await page.keyboard.press('Enter')
    await heading(page, 'Home').waitFor()

    await page.getByRole('link', { name: /^Garden/ }).click({ button: 'right' })
    await item(page, 'Delete this project').click()
    await page.getByRole('dialog', { name: 'Delete Garden?' }).waitFor()
    await button(page, 'Delete project').click()
    await becomes(async () => (await client.listProjects()).projects.map(({ title }) => title), ['Home'])
    await heading(page, 'Home').waitFor()
    // What the page shows is what the commands are for again.
    await page.keyboard.press('r')
    await field.waitFor()
    expect(await field.inputValue()).toBe('Home')
  })

  test('sorts the projects and has a check mark at the current order, as the palette has', async () => {
    const { page } = await sit(browsing)
    const links = page.getByRole('navigation').getByRole('list').getByRole('link')
    const names = () => links.locator('.name').allTextContents()
    const order = (by: string) =>
      page.getByRole('menuitemradio', { name: `Sort projects by ${by}`, exact: true })
    const house = page.getByRole('link', { name: /^House/ })
    await becomes(names, ['House', 'Garden'])
    await house.click({ button: 'right' })
    expect(await order('creation').getAttribute('aria-checked')).toBe('true')
    await order('name').click()
    await isClosed(page)
    await becomes(names, ['Garden', 'House'])
    await house.focus()
    await page.keyboard.press('ContextMenu')
    await itemIs(page, 'Rename this project')
    expect(await order('creation').getAttribute('aria-checked')).toBe('false')
    expect(await order('name').getAttribute('aria-checked')).toBe('true')
    await page.keyboard.type('sort')
    await order('creation').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await becomes(names, ['House', 'Garden'])
    await page.keyboard.press('Control+k')
    await page.keyboard.type('sort projects')
    const options = page.getByRole('option')
    await options.filter({ hasText: /by creation\s*Current/ }).waitFor()
    expect(await options.filter({ hasText: 'Current' }).count()).toBe(1)
  })

  test('closes when the project is deleted elsewhere', async () => {
    const { page, client } = await sit(browsing)
    await page.getByRole('link', { name: /^House/ }).click({ button: 'right' })
    await menu(page).waitFor()
    const { projects } = await client.listProjects()
    await client.removeProject({ project_id: projects.find(({ title }) => title === 'House')?.id ?? '' })
    await isClosed(page)
  })
})
