import { describe, expect, test } from 'vitest'
import { becomes, boardOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden, itemIs, menuItems, sitAtCard } from './desk.ts'

const browsing = browseInTests()

describe('the menu of a card', () => {
  test('has what can be done with it, opens Move to…, and is about the selection if the card is in it', async () => {
    const { page, press, type, focusIs, boardIs, moves } = await sitAtCard(browsing)
    await press('Tab', 'Tab')
    await focusIs('Actions for Weed')
    await press('Enter')
    await page.getByRole('menu', { name: 'Actions for “Weed”' }).waitFor()
    await itemIs(page, 'Complete')
    expect(await menuItems(page)).toEqual([
      'Complete',
      'Edit',
      'Date…',
      'Move to…',
      'Move to Doing',
      'Move down',
      'Select',
      'Copy text',
      'Copy link',
      'Delete',
    ])
    await press('Escape')
    await focusIs('Actions for Weed')
    await press('Enter')
    await itemIs(page, 'Complete')
    await type('move to…')
    await itemIs(page, 'Move to…')
    await press('Enter')
    await focusIs('Move “Weed” to')
    await type('doing garden')
    await press('Enter')
    await focusIs('Weed')
    await boardIs({ 'To do': ['Water', 'Sow'], Doing: ['Weed'], Done: ['Dig'] })
    expect(moves()).toBe(1)

    await press('x', 'ArrowLeft', 'x')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Actions for Weed' }).press('Enter')
    await page.getByRole('menu', { name: 'Actions for 2 cards' }).waitFor()
    expect(await menuItems(page)).toEqual([
      'Complete 2 cards',
      'Date of 2 cards…',
      'Move 2 cards to…',
      'Move 2 cards to Done',
      'Move 2 cards to To do',
      'Copy text',
      'Copy link',
      'Delete 2 cards',
    ])
    await press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Actions for Dig' }).press('Enter')
    await page.getByRole('menu', { name: 'Actions for “Dig”' }).waitFor()
    expect(await page.getByRole('toolbar').count()).toBe(0)
  })
})

describe('the menu of a project', () => {
  test('renames and deletes it', async () => {
    const desk = await sitAtCard(browsing)
    const { page, press, type, focusIs, client } = desk
    const menu = page.getByRole('button', { name: 'Project actions' })
    await menu.press('Enter')
    await page.getByRole('menu', { name: 'Project actions' }).waitFor()
    expect(await menuItems(page)).toEqual([
      'Rename this project',
      'Hide completed cards',
      'Delete this project',
    ])
    await type('rename')
    await press('Enter')
    await focusIs('Project name')
    await type('Park')
    await press('Enter')
    await focusIs('Park')

    await menu.press('Enter')
    await itemIs(page, 'Rename this project')
    await type('delete')
    await press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete Park?' })
    await question
      .getByText('Its 4 cards will be deleted too. You can restore them all from the bin.')
      .waitFor()
    await focusIs('Cancel')
    await press('Enter')
    await question.waitFor({ state: 'detached' })
    await focusIs('Project actions')
    expect(await boardOf(client, desk.project)).toEqual({ ...garden, Doing: [] })

    await press('Enter')
    await itemIs(page, 'Rename this project')
    await type('delete')
    await press('Enter')
    await focusIs('Cancel')
    await press('Tab', 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await focusIs('main')
    await becomes(async () => (await client.listProjects()).projects.map(({ title }) => title), ['House'])
    await page.getByRole('status').filter({ hasText: 'Deleted “Park” and its cards.' }).waitFor()
  })
})
