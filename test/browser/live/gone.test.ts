import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { boardIs, card, composer, edit, heading, idOf, link } from '../../support/browsing/boards.ts'
import { becomes, boardOf, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { lookAt } from './meddling.ts'

// Whatever is deleted elsewhere leaves no card and no page to the keys that were meant for it.

const browsing = browseInTests()
const board = { 'To do': ['Weed', 'Water', 'Sow', 'Mow'] }

const mainHasFocus = (page: Page) => page.locator('main:focus').waitFor()
const hasFocus = (page: Page, text: string) => card(page, text).and(page.locator(':focus')).waitFor()
const pressAll = async (page: Page, keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const forCards = ['Space', 'x', 'c', 'e', 'Delete', 'Enter', 'Backspace', 'Shift+ArrowDown']

describe('what is typed on when the project is deleted is no shortcut', () => {
  const fields = {
    'a new card': (page: Page) => composer(page, 'To do').fill('A'),
    'the text of a card': (page: Page) => edit(page, 'Water', 'A'),
    'the name of the project': async (page: Page) => {
      await heading(page, 'Garden').getByRole('button').click()
      await page.getByRole('textbox', { name: 'Project name' }).fill('A')
    },
  }
  test.each(Object.entries(fields))('in %s', async (_, begin) => {
    const { page, client, project } = await lookAt(browsing, board)
    await begin(page)
    await client.removeProject({ project_id: project.id })
    await heading(page, 'Project not found').waitFor()
    await page.getByText(/This project was deleted/).waitFor()
    await mainHasFocus(page)
    await page.keyboard.type('a big idea, z\n?/more')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await heading(page, 'Project not found').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await heading(page, 'Bin').waitFor()
  })
})

test('a dialog that closes with its deleted project leaves the focused card alone', async () => {
  const { page, client, project } = await lookAt(browsing, board)
  const remove = async (title: string, how: string) => {
    const other = await makeBoard(client, title)
    await card(page, 'Water').focus()
    await link(page, title).click({ button: 'right' })
    const menu = page.getByRole('menu')
    if (how === 'dialog') await menu.getByRole('menuitem', { name: 'Delete this project' }).click()
    await page.getByRole(how === 'dialog' ? 'dialog' : 'menu').waitFor()
    await client.removeProject({ project_id: other.id })
    await menu.or(page.getByRole('dialog')).waitFor({ state: 'detached' })
    await mainHasFocus(page)
    await pressAll(page, forCards)
    expect(await page.getByText('1 selected').count()).toBe(0)
  }
  await remove('House', 'menu')
  await remove('Cellar', 'dialog')
  await boardIs(page, client, project, board)
  const { cards } = await client.listProjectCards({ project_id: project.id })
  expect(cards.filter(({ complete }) => complete)).toEqual([])
  // The arrows go on from where it was.
  await page.keyboard.press('ArrowDown')
  await hasFocus(page, 'Water')
})

test('cards that are deleted while they are selected or focused leave no other card to their keys', async () => {
  const seen = await lookAt(browsing, board)
  const { page, client, project } = seen
  await card(page, 'Weed').click()
  await card(page, 'Water').click({ modifiers: ['Control'] })
  await card(page, 'Mow').focus()
  for (const text of ['Weed', 'Water']) await client.removeCard({ id: await idOf(seen, text) })
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await mainHasFocus(page)
  await pressAll(page, forCards)
  await boardIs(page, client, project, { 'To do': ['Sow', 'Mow'] })

  await card(page, 'Sow').focus()
  await client.removeCard({ id: await idOf(seen, 'Sow') })
  await mainHasFocus(page)
  await pressAll(page, forCards)
  await boardIs(page, client, project, { 'To do': ['Mow'] })
  await page.keyboard.press('ArrowDown')
  await hasFocus(page, 'Mow')
  await page.keyboard.press('Delete')
  await becomes(() => boardOf(client, project), { 'To do': [], Doing: [], Done: [] })
})
