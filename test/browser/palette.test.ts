import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { becomes, boardOf, intercept, makeBoard } from '../support/browsing/browsing.ts'
import { type Desk, lookAt } from '../support/browsing/keys.ts'
import { forgetAccount } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

const garden = { 'To do': ['Weed', 'Water', 'Sow'], Done: ['Dig'] }

/** Two projects and a card in the inbox; only the first project has been looked at. */
async function sit(): Promise<Desk> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', garden)
  await makeBoard(person.client, 'House', { Doing: ['Paint the door', 'Oil the hinges'] })
  await person.client.addInboxCard({ text: 'Call the plumber' })
  const desk = await lookAt(browsing, person, project)
  await desk.press('ArrowDown')
  await desk.focusIs('Weed')
  return desk
}

const palette = 'Search or do anything'
const options = (page: Page) =>
  page.getByRole('option').evaluateAll((all) => all.map((one) => one.querySelector('.name')?.textContent))

/** What a screen reader is told is chosen now. */
const chosen = (page: Page) =>
  page.getByRole('combobox').evaluate((field) => {
    const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    return option?.getAttribute('aria-selected') === 'true'
      ? option.querySelector('.name')?.textContent
      : undefined
  })

describe('the palette', () => {
  test('opens by Ctrl+K, by the slash and by its button, and gives the focus back', async () => {
    const { page, press, focusIs } = await sit()
    for (const key of ['Control+k', '/']) {
      await press(key)
      await focusIs(palette)
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusIs('Weed')
    }
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await focusIs(palette)
    await press('Escape')
    await focusIs('SearchCtrl K')
  })

  test('leaves whoever was nowhere on the page', async () => {
    const { page, press, focusIs } = await sit()
    await page.reload()
    await page.getByRole('listitem', { name: 'Weed' }).waitFor()
    await focusIs('body')
    await press('Control+k')
    await focusIs(palette)
    await press('Escape')
    await focusIs('main')
    await press('ArrowDown')
    await focusIs('Weed')
  })

  test('opened before the account is known, finds its cards as soon as it is', async () => {
    const person = await browsing.inboard.signIn()
    await makeBoard(person.client, 'House', { Doing: ['Oil the hinges'] })
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
    const { promise: wait, resolve: answer } = Promise.withResolvers<void>()
    await intercept(page, '**/api/changes', async (route) => {
      await wait
      await route.continue()
    })
    await forgetAccount(page, person.user.id)
    await page.reload()
    await page.getByText('Loading…').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: 'New project' }).waitFor()
    answer()
    await page.getByRole('option', { name: 'Oil the hinges House · Doing' }).waitFor()
  })

  test('lists projects, actions and cards, also of projects that were never visited', async () => {
    const { page, press } = await sit()
    await press('Control+k')
    await page.getByRole('option', { name: 'Oil the hinges House · Doing' }).waitFor()
    const listed = await options(page)
    expect(listed.slice(0, 2)).toEqual(['Garden', 'House'])
    for (const action of [
      'Go to the inbox',
      'Move to…',
      'Edit',
      'New card',
      'New project',
      'Rename this project',
      'Undo',
      'Sign out',
    ])
      expect(listed).toContain(action)
    // The arrows do these better, and the palette is open already.
    for (const step of ['Card above', 'First card of the column', palette]) expect(listed).not.toContain(step)
    for (const card of ['Weed', 'Dig', 'Paint the door', 'Call the plumber']) expect(listed).toContain(card)
  })

  test('is a field with a list, which the arrows and whole pages go through', async () => {
    const { page, press, type } = await sit()
    await press('Control+k')
    const field = page.getByRole('combobox', { name: palette })
    await page.getByRole('option', { name: 'Oil the hinges' }).waitFor()
    const listed = await options(page)
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await field.getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'))
    const steps: [string, number][] = [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['PageDown', 9],
      ['PageUp', 1],
      ['PageUp', 0],
      ['ArrowUp', 0],
    ]
    for (const [key, index] of steps) {
      await press(key)
      await becomes(() => chosen(page), listed[index])
      expect(await page.getByRole('option', { selected: true }).count()).toBe(1)
    }
    // The list goes along, to its very ends.
    const list = page.getByRole('listbox')
    const pages = Array.from({ length: Math.ceil(listed.length / 8) })
    await press(...pages.map(() => 'PageDown'))
    await becomes(() => chosen(page), listed.at(-1))
    expect(await list.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop)).toBeLessThan(1)
    expect(await list.evaluate((it) => it.scrollTop)).toBeGreaterThan(0)
    await press(...pages.map(() => 'PageUp'))
    await becomes(() => chosen(page), listed[0])
    expect(await list.evaluate((it) => it.scrollTop)).toBe(0)

    // Typing begins again at the first.
    await type('the')
    await becomes(() => chosen(page), (await options(page))[0])
    await type(' nowhere')
    await page.getByRole('status').filter({ hasText: 'Nothing matches “the nowhere”.' }).waitFor()
    // But it can become a card.
    await becomes(() => chosen(page), 'Add to inbox: the nowhere')
  })

  test('finds a card of a project that was never visited, by any of its words, and goes to it', async () => {
    const { page, press, type, focusIs } = await sit()
    await press('Control+k')
    await page.getByRole('option', { name: 'Oil the hinges' }).waitFor()
    await type('HINGES house')
    await becomes(() => options(page), ['Oil the hinges', 'Add to inbox: HINGES house'])
    await press('Enter')
    await focusIs('Oil the hinges')
    await page.getByRole('heading', { level: 1, name: 'House' }).waitFor()
    await press('ArrowUp')
    await focusIs('Paint the door')
    // From there to the inbox, and to a card on the same page.
    for (const [typed, card] of [
      ['plumber', 'Call the plumber'],
      ['water', 'Water'],
      ['dig', 'Dig'],
    ] as const) {
      await press('/')
      await page.getByRole('option', { name: 'Oil the hinges' }).waitFor()
      await type(typed)
      await becomes(() => chosen(page), card)
      await press('Enter')
      await focusIs(card)
    }
  })

  test('goes to a project and does what it is told', async () => {
    const desk = await sit()
    const { page, press, type, focusIs, boardIs } = desk
    const choose = async (typed: string, name: string) => {
      await press('Control+k')
      await focusIs(palette)
      await type(typed)
      await becomes(() => chosen(page), name)
      await press('Enter')
    }
    await choose('move down', 'Move down')
    await focusIs('Weed')
    await boardIs({ ...garden, 'To do': ['Water', 'Weed', 'Sow'] })
    await choose('undo', 'Undo')
    await focusIs('Weed')
    await boardIs(garden)
    await choose('new card', 'New card')
    await focusIs('Add a card to To do')
    await press('Escape')
    await choose('edit', 'Edit')
    await focusIs('Card text')
    await press('Escape')
    await choose('shortcuts', 'Keyboard shortcuts')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
    await focusIs('Weed')
    await choose('house', 'House')
    await page.getByRole('heading', { level: 1, name: 'House' }).waitFor()
    await focusIs('main')
  })
})

describe('the menu of a card', () => {
  test('has what can be done with it, and opens Move to…', async () => {
    const { page, press, type, focusIs, boardIs, moves } = await sit()
    await press('Tab', 'Tab')
    await focusIs('Actions for Weed')
    await press('Enter')
    await focusIs('Actions for “Weed”')
    const listed = await options(page)
    for (const action of [
      'Move down',
      'Move to…',
      'Edit',
      'Complete or reopen',
      'Delete',
      'Select or unselect',
    ])
      expect(listed).toContain(action)
    for (const other of ['Go to the inbox', 'New project', 'Undo', 'Garden', 'Water'])
      expect(listed).not.toContain(other)
    await press('Escape')
    await focusIs('Actions for Weed')
    await press('Enter')
    await focusIs('Actions for “Weed”')
    await type('move to…')
    await press('Enter')
    await focusIs('Move “Weed” to')
    await type('doing garden')
    await press('Enter')
    await focusIs('Weed')
    await boardIs({ 'To do': ['Water', 'Sow'], Doing: ['Weed'], Done: ['Dig'] })
    expect(moves()).toBe(1)
  })

  test('is about the selection if the card is in it, and else about the card', async () => {
    const { page, press, focusIs } = await sit()
    await press('x', 'ArrowDown', 'x')
    await page.getByText('2 selected').waitFor()
    await page.getByRole('button', { name: 'Actions for Weed' }).press('Enter')
    await focusIs('Actions for 2 cards')
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Actions for Dig' }).press('Enter')
    await focusIs('Actions for “Dig”')
    expect(await page.getByRole('toolbar').count()).toBe(0)
  })
})

describe('the menu of a project', () => {
  test('renames and deletes it', async () => {
    const desk = await sit()
    const { page, press, type, focusIs, client } = desk
    const menu = page.getByRole('button', { name: 'Project actions' })
    await menu.press('Enter')
    await focusIs('Project actions')
    expect(await options(page)).toEqual(['New project', 'Rename this project', 'Delete this project'])
    await type('rename')
    await press('Enter')
    await focusIs('Project name')
    await type('Park')
    await press('Enter')
    await focusIs('Park')

    await menu.press('Enter')
    await type('delete')
    await press('Enter')
    const question = page.getByRole('dialog', { name: 'Delete Park?' })
    await question.getByText('Its 4 cards go with it. You can bring it back from the bin.').waitFor()
    await focusIs('Keep it')
    await press('Enter')
    await question.waitFor({ state: 'detached' })
    await focusIs('Project actions')
    expect(await boardOf(client, desk.project)).toEqual({ ...garden, Doing: [] })

    await press('Enter')
    await type('delete')
    await press('Enter')
    await focusIs('Keep it')
    await press('Tab', 'Enter')
    await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
    await focusIs('main')
    await becomes(async () => (await client.listProjects()).projects.map(({ title }) => title), ['House'])
    await page.getByRole('status').filter({ hasText: 'Deleted “Park” and its cards.' }).waitFor()
  })
})
