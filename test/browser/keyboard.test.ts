import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../support/browsing/axe.ts'
import { type Board, becomes, boardOn, inboxOf, makeBoard } from '../support/browsing/browsing.ts'
import { type Desk, lookAt, sitDown } from '../support/browsing/keys.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

const garden = { 'To do': ['Weed', 'Water', 'Sow'], Done: ['Dig', 'Rake'] }

describe('finding the way', () => {
  test('Tab goes through the frame and the page, and stops at one card', async () => {
    const { page, press, focusIs } = await sitDown(browsing, garden)
    const stops = [
      'Skip to the cards',
      'Inboard: go to the inbox',
      'SearchCtrl K',
      'Inbox',
      'Garden5 open of 5',
      'New project',
      'Settings',
      'Bin',
      'Keyboard shortcuts',
      'Garden',
      'Project actions',
      'Weed',
      'Complete Weed',
      'Actions for Weed',
      'Add a card to To do',
      'Add a card to Doing',
      'Add a card to Done',
    ]
    for (const stop of stops) {
      await press('Tab')
      await focusIs(stop)
    }
    for (const stop of stops.toReversed().slice(1)) {
      await press('Shift+Tab')
      await focusIs(stop)
    }
    await press('Enter')
    await focusIs('main')
    expect(await boardOn(page)).toEqual({ Doing: [], ...garden })
    await press('Tab')
    await focusIs('Garden')
  })

  test('arrows or h, j, k and l go from card to card, past a column that is empty', async () => {
    const { page, press, focusIs } = await sitDown(browsing, garden)
    const steps = [
      ['ArrowDown', 'Weed'],
      ['ArrowDown', 'Water'],
      ['j', 'Sow'],
      ['ArrowDown', 'Sow'],
      ['ArrowRight', 'Rake'],
      ['k', 'Dig'],
      ['ArrowUp', 'Dig'],
      ['l', 'Dig'],
      ['h', 'Weed'],
      ['ArrowLeft', 'Weed'],
      ['End', 'Sow'],
      ['Home', 'Weed'],
      ['l', 'Dig'],
    ] as const
    for (const [key, card] of steps) {
      await press(key)
      await focusIs(card)
    }
    // The card is the stop of Tab now, and its parts can be left by the arrows again.
    await press('Tab')
    await focusIs('Complete Dig')
    await press('ArrowDown')
    await focusIs('Rake')
    await press('Tab', 'Tab')
    await focusIs('Actions for Rake')
    await press('ArrowUp')
    await focusIs('Dig')
    await press('Tab', 'Tab', 'Tab')
    await focusIs('Add a card to Done')
    expect(await page.getByRole('listitem').filter({ hasText: 'Dig' }).getAttribute('tabindex')).toBe('0')
  })

  test('keys act on the card whose checkbox was clicked', async () => {
    const { page, press, focusIs, boardIs } = await sitDown(browsing, garden)
    await press('ArrowDown')
    await focusIs('Weed')
    await page.getByRole('checkbox', { name: 'Complete Rake' }).click()
    await press('Shift+ArrowUp')
    await boardIs({ ...garden, Done: ['Rake', 'Dig'] })
    await focusIs('Rake')
  })
})

describe('moving', () => {
  test('Shift and arrows move a card up, down, left and right, and say so, and nothing else moves', async () => {
    const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan', 'Buy'] })
    const { press, focusIs, boardIs, hears, moves } = desk
    await press('ArrowDown', 'ArrowDown')
    await focusIs('Water')
    const steps: [string, Board, string][] = [
      ['Up', { 'To do': ['Water', 'Weed', 'Sow'], Doing: ['Plan', 'Buy'] }, 'To do, 1 of 3'],
      ['Down', { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan', 'Buy'] }, 'To do, 2 of 3'],
      ['Down', { 'To do': ['Weed', 'Sow', 'Water'], Doing: ['Plan', 'Buy'] }, 'To do, 3 of 3'],
      ['Right', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Buy', 'Water'] }, 'Doing, 3 of 3'],
      ['Up', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Water', 'Buy'] }, 'Doing, 2 of 3'],
      ['Left', { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan', 'Buy'] }, 'To do, 2 of 3'],
      ['Right', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Water', 'Buy'] }, 'Doing, 2 of 3'],
      ['Right', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Buy'], Done: ['Water'] }, 'Done, 1 of 1'],
    ]
    for (const [index, [direction, board, heard]] of steps.entries()) {
      await press(`Shift+Arrow${direction}`)
      await hears(`Moved “Water” to ${heard}.`)
      await focusIs('Water')
      await boardIs(board)
      expect(moves()).toBe(index + 1)
    }
    // At an edge there is nowhere to go, and nothing to ask for.
    await press('Shift+ArrowRight', 'Shift+ArrowUp', 'Shift+ArrowDown')
    await press('Shift+ArrowLeft')
    await boardIs({ 'To do': ['Weed', 'Sow'], Doing: ['Water', 'Plan', 'Buy'] })
    expect(moves()).toBe(steps.length + 1)
    await focusIs('Water')
  })

  test('a key that is held down moves a card as far as it was held', async () => {
    const others = Array.from({ length: 33 }, (_, index) => `Card ${index}`)
    const { page, press, focusIs, boardIs, moves } = await sitDown(browsing, {
      'To do': ['Mover', ...others],
    })
    await press('ArrowDown')
    await focusIs('Mover')
    await page.keyboard.down('Shift')
    for (let held = 0; held < 30; held++) await page.keyboard.down('ArrowDown')
    await page.keyboard.up('ArrowDown')
    await page.keyboard.up('Shift')
    await boardIs({ 'To do': [...others.slice(0, 30), 'Mover', ...others.slice(30)] })
    await focusIs('Mover')
    expect(moves()).toBe(30)
  })

  test('m moves within the project, to another one and to the inbox', async () => {
    const person = await browsing.inboard.signIn()
    const project = await makeBoard(person.client, 'Garden', garden)
    const house = await makeBoard(person.client, 'House', { Doing: ['Paint'] })
    const desk = await lookAt(browsing, person, project)
    const { page, press, type, focusIs, boardIs, hears, moves } = desk
    const move = async (typed: string, choice: string) => {
      await press('m')
      await page.getByRole('option', { name: 'Done House' }).waitFor()
      await type(typed)
      await page.getByRole('option', { name: choice, exact: true, selected: true }).waitFor()
      await press('Enter')
    }
    await press('ArrowDown')
    await focusIs('Weed')
    await move('done', 'Done Garden')
    await focusIs('Weed')
    await hears('Moved “Weed” to Done, 3 of 3.')
    await boardIs({ 'To do': ['Water', 'Sow'], Done: ['Dig', 'Rake', 'Weed'] })
    expect(moves()).toBe(1)

    await move('doing house', 'Doing House')
    await focusIs('Rake')
    await hears('Moved “Weed” to House · Doing, 2 of 2.')
    await boardIs({ 'To do': ['Water', 'Sow'], Done: ['Dig', 'Rake'] })
    const { cards } = await desk.client.listProjectCards({ project_id: house.id })
    expect(cards.map(({ text }) => text)).toEqual(['Paint', 'Weed'])
    expect(moves()).toBe(2)

    await press('x', 'ArrowUp', 'x')
    await page.getByText('2 selected').waitFor()
    await move('inbox', 'Inbox')
    await hears('Moved 2 cards to Inbox, 1 of 2.')
    // The column is empty now, and the next card is elsewhere.
    await focusIs('Water')
    await boardIs({ 'To do': ['Water', 'Sow'] })
    expect(await inboxOf(desk.client)).toEqual(['Dig', 'Rake'])
    expect(moves()).toBe(4)

    await press('m')
    await page.getByRole('combobox', { name: 'Move “Water” to' }).waitFor()
    await press('Escape')
    await focusIs('Water')
    expect(moves()).toBe(4)
  })
})

describe('writing', () => {
  test('n begins a card, Enter adds it and begins the next, Escape goes back to the cards', async () => {
    const desk = await sitDown(browsing, garden)
    const { press, type, focusIs, boardIs, hears, moves } = desk
    await press('n')
    await focusIs('Add a card to To do')
    await type('Mow')
    await press('Enter')
    await hears('Added to To do')
    await type('Prune')
    await press('Enter')
    await boardIs({ ...garden, 'To do': ['Weed', 'Water', 'Sow', 'Mow', 'Prune'] })
    await press('Enter')
    await type('Half a thou')
    await press('Escape')
    await focusIs('Weed')
    await press('ArrowRight')
    await focusIs('Dig')
    await press('n')
    await focusIs('Add a card to Done')
    await type('Measure')
    await press('Shift+Enter')
    await type('and draw')
    await desk.page.getByRole('button', { name: 'Add as one card' }).waitFor()
    await press('Tab', 'Tab', 'Enter')
    await boardIs({
      'To do': ['Weed', 'Water', 'Sow', 'Mow', 'Prune'],
      Done: ['Dig', 'Rake', 'Measure\nand draw'],
    })
    await focusIs('Add a card to Done')
    await press('Escape')
    await focusIs('Dig')
    // What was begun waits where it was typed. Cards are born in the first column: only the last one was moved.
    await press('ArrowLeft', 'n')
    await focusIs('Add a card to To do')
    await type('ght')
    await press('Enter')
    await becomes(async () => (await boardOn(desk.page))['To do']?.at(-1), 'Half a thought')
    expect(moves()).toBe(1)
  })

  test('on a board without cards Escape still leaves the field', async () => {
    const { press, type, focusIs, boardIs } = await sitDown(browsing, {})
    await press('n')
    await focusIs('Add a card to To do')
    await press('Escape')
    await focusIs('main')
    await press('n')
    await focusIs('Add a card to To do')
    await type('Weed')
    await press('Enter', 'Escape')
    await focusIs('Weed')
    await boardIs({ 'To do': ['Weed'] })
  })

  test('e or Enter edits in place; Enter keeps, Escape gives up, leaving keeps', async () => {
    const { page, press, type, focusIs, boardIs } = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
    await press('ArrowDown')
    await focusIs('Weed')
    await press('e')
    await focusIs('Card text')
    await type(' the beds')
    await press('Shift+Enter')
    await type('and the path')
    await press('Enter')
    await focusIs('Weed the beds\nand the path')
    await boardIs({ 'To do': ['Weed the beds\nand the path', 'Water'] })

    await press('ArrowDown')
    await focusIs('Water')
    await press('Enter')
    await focusIs('Card text')
    await type(' everything')
    await press('Escape')
    await focusIs('Water')
    await press('z')
    await focusIs('Card text')
    expect(await page.getByLabel('Card text').inputValue()).toBe('Water everything')
    await press('Escape')
    await focusIs('Water')
    await press('Enter')
    await focusIs('Card text')
    expect(await page.getByLabel('Card text').inputValue()).toBe('Water')
    await type(' twice')
    await press('Tab')
    await boardIs({ 'To do': ['Weed the beds\nand the path', 'Water twice'] })
  })

  test('text that is being edited survives a reload', async () => {
    const { page, press, type, focusIs } = await sitDown(browsing, { 'To do': ['Weed'] })
    await press('ArrowDown')
    await focusIs('Weed')
    await press('e')
    await focusIs('Card text')
    await type(' the beds')
    await page.reload()
    const unsaved = page.getByRole('group', { name: 'Not saved yet' })
    await unsaved.getByText('Weed the beds').waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await unsaved.getByRole('button', { name: 'Go on' }).click()
    await focusIs('Card text')
    expect(await page.getByLabel('Card text').inputValue()).toBe('Weed the beds')
    await page.reload()
    await unsaved.getByRole('button', { name: 'Discard' }).click()
    await focusIs('Weed')
    await becomes(() => unsaved.count(), 0)
    await press('e')
    await focusIs('Card text')
    expect(await page.getByLabel('Card text').inputValue()).toBe('Weed')
  })

  test('text that is too long stays where it can be made to fit', async () => {
    const { page, press, focusIs, boardIs } = await sitDown(browsing, { 'To do': ['Weed'] })
    await press('ArrowDown', 'e')
    await focusIs('Card text')
    const field = page.getByLabel('Card text')
    await field.fill('x'.repeat(2001))
    await press('Enter')
    await page.getByRole('alert').filter({ hasText: 'Not saved' }).waitFor()
    await focusIs('Card text')
    await field.fill('x'.repeat(2000))
    await press('Enter')
    await boardIs({ 'To do': ['x'.repeat(2000)] })
  })
})

describe('finishing', () => {
  test('Space or c completes and reopens', async () => {
    const { page, press, focusIs, hears, client, project } = await sitDown(browsing, garden)
    const ticked = () =>
      page.getByRole('checkbox', { checked: true }).evaluateAll((all) => all.map((one) => one.ariaLabel))
    await press('ArrowDown')
    await focusIs('Weed')
    await press('Space')
    await hears('Completed “Weed”.')
    await press('ArrowDown', 'c')
    await hears('Completed “Water”.')
    await becomes(ticked, ['Complete Weed', 'Complete Water'])
    await press('c')
    await hears('Reopened “Water”.')
    await becomes(ticked, ['Complete Weed'])
    await focusIs('Water')
    await becomes(
      async () =>
        (await client.listProjectCards({ project_id: project.id })).cards.map(({ complete }) => complete),
      [true, false, false, false, false],
    )
  })

  test('Delete deletes and goes on to the next card, the one before, another column, the page', async () => {
    const { press, focusIs, boardIs, hears } = await sitDown(browsing, garden)
    await press('ArrowDown', 'ArrowDown')
    await focusIs('Water')
    await press('Delete')
    await hears('Deleted “Water”.')
    await focusIs('Sow')
    await press('Backspace')
    await focusIs('Weed')
    await press('Delete')
    await focusIs('Dig')
    await boardIs({ Done: ['Dig', 'Rake'] })
    await press('Delete')
    await focusIs('Rake')
    await press('Delete')
    await focusIs('main')
    await boardIs({})
    await press('z')
    await focusIs('Rake')
    await boardIs({ Done: ['Rake'] })
  })
})

describe('several cards', () => {
  test('x picks cards, which are moved, completed and deleted together', async () => {
    const desk = await sitDown(browsing, garden)
    const { page, press, focusIs, boardIs, hears, moves } = desk
    await press('ArrowDown', 'x', 'End')
    await focusIs('Sow')
    await press('x')
    await page.getByRole('toolbar', { name: 'Selected cards' }).getByText('2 selected').waitFor()
    await page.getByText('Selected: Weed').waitFor()
    await press('Shift+ArrowRight')
    await focusIs('Sow')
    await hears('Moved 2 cards to Doing, 1 of 2.')
    await boardIs({ ...garden, 'To do': ['Water'], Doing: ['Weed', 'Sow'] })
    expect(moves()).toBe(2)

    await press('c')
    await hears('Completed 2 cards.')
    await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 2)
    await press('Delete')
    await hears('Deleted 2 cards.')
    await focusIs('Water')
    await boardIs({ ...garden, 'To do': ['Water'] })
    expect(await page.getByRole('toolbar').count()).toBe(0)
  })

  test('Ctrl+A picks a column, Escape picks nothing', async () => {
    const { page, press, focusIs, boardIs, moves } = await sitDown(browsing, {
      'To do': ['Weed', 'Water', 'Sow', 'Mow'],
      Doing: ['Plan'],
    })
    await press('ArrowDown', 'ArrowDown')
    await focusIs('Water')
    await press('Control+a')
    await page.getByText('4 selected').waitFor()
    await press('x')
    await page.getByText('3 selected').waitFor()
    await press('Escape')
    await page.getByText('3 selected').waitFor({ state: 'detached' })
    await focusIs('Water')
    // Two neighbours keep together.
    await press('x', 'ArrowDown', 'x', 'Shift+ArrowDown')
    await boardIs({ 'To do': ['Weed', 'Mow', 'Water', 'Sow'], Doing: ['Plan'] })
    await press('Shift+ArrowUp')
    await boardIs({ 'To do': ['Weed', 'Water', 'Sow', 'Mow'], Doing: ['Plan'] })
    await focusIs('Sow')
    expect(moves()).toBe(4)
  })
})

describe('getting about', () => {
  const places = async ({ page }: Desk, name: string) =>
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

  test('i, [, ] and the comma go to every page', async () => {
    const person = await browsing.inboard.signIn()
    const project = await makeBoard(person.client, 'Garden', garden)
    await makeBoard(person.client, 'House', { 'To do': ['Paint'] })
    const desk = await lookAt(browsing, person, project)
    const steps = [
      [']', 'House'],
      [']', 'Inbox'],
      ['[', 'House'],
      ['[', 'Garden'],
      ['i', 'Inbox'],
      ['b', 'Bin'],
      [',', 'Settings'],
      ['[', 'House'],
      [',', 'Settings'],
      [']', 'Garden'],
    ] as const
    for (const [key, name] of steps) {
      await desk.press(key)
      await places(desk, name)
    }
    await desk.press('ArrowDown')
    await desk.focusIs('Weed')
  })

  test('p begins a project, and Escape gives it up', async () => {
    const desk = await sitDown(browsing, garden)
    const { page, press, type, focusIs } = desk
    await press('ArrowDown')
    await focusIs('Weed')
    await press('p')
    await focusIs('Name of the new project')
    await press('Escape')
    await focusIs('Weed')
    // Reached by Tab, it is there that one is back.
    await press('Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab')
    await focusIs('New project')
    await press('Enter')
    await focusIs('Name of the new project')
    await press('Escape')
    await focusIs('New project')
    await press('j')
    await focusIs('Water')
    await press('p')
    await focusIs('Name of the new project')
    await type('House')
    await press('Enter')
    await places(desk, 'House')
    await focusIs('Add a card to To do')
    await becomes(
      async () => (await desk.client.listProjects()).projects.map(({ title }) => title),
      ['Garden', 'House'],
    )
    expect(await page.title()).toBe('House · Inboard')
  })

  test('r renames, Escape leaves the name as it was', async () => {
    const desk = await sitDown(browsing, garden)
    const { press, type, focusIs } = desk
    await press('r')
    await focusIs('Project name')
    await type('Park')
    await press('Escape')
    await focusIs('Garden')
    await press('r')
    await focusIs('Project name')
    await type('Park')
    await press('Enter')
    await places(desk, 'Park')
    await focusIs('Park')
    await becomes(async () => (await desk.client.listProjects()).projects.map(({ title }) => title), ['Park'])
  })

  test('? lists every shortcut', async () => {
    const { page, press, focusIs } = await sitDown(browsing, garden)
    await press('ArrowDown')
    await focusIs('Weed')
    await press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await help.waitFor()
    const lines = await help
      .locator('dl > div')
      .evaluateAll((all) =>
        all.map((line) => [
          line.querySelector('dt')?.textContent,
          ...[...line.querySelectorAll('kbd')].map((key) => key.textContent),
        ]),
      )
    expect(lines).toEqual([
      ['Search or do anything', 'Ctrl K', '/'],
      ['Go to the inbox', 'i'],
      ['Go to the bin', 'b'],
      ['Next project', ']'],
      ['Previous project', '['],
      ['Settings', ','],
      ['Card above', '↑', 'k'],
      ['Card below', '↓', 'j'],
      ['Column to the left', '←', 'h'],
      ['Column to the right', '→', 'l'],
      ['First card of the column', 'Home'],
      ['Last card of the column', 'End'],
      ['Move up', 'Shift ↑'],
      ['Move down', 'Shift ↓'],
      ['Move to the column on the left', 'Shift ←'],
      ['Move to the column on the right', 'Shift →'],
      ['Move to…', 'm'],
      ['Edit', 'Enter', 'e'],
      ['Open link', 'o'],
      ['Show all or less of the text', 'v'],
      ['Complete or reopen', 'Space', 'c'],
      ['Delete', 'Del', '⌫'],
      ['Select or unselect', 'x'],
      ['Select the whole column', 'Ctrl A'],
      ['Clear the selection', 'Esc'],
      ['New card', 'n'],
      ['New line, while writing', 'Shift Enter'],
      ['New project', 'p'],
      ['Rename this project', 'r'],
      ['Add to inbox', 'a'],
      ['Undo', 'z', 'Ctrl Z'],
      ['Keyboard shortcuts', '?'],
    ])
    await press('Escape')
    await help.waitFor({ state: 'detached' })
    await focusIs('Weed')
  })
})

describe('keys that are not meant as shortcuts', () => {
  test('do nothing while one types, save the one that opens the palette', async () => {
    const { page, press, type, focusIs, boardIs, moves } = await sitDown(browsing, garden)
    const palette = page.getByRole('dialog', { name: 'Search or do anything' })
    await press('ArrowDown')
    await focusIs('Weed')
    for (const [key, field, after] of [
      ['n', 'Add a card to To do', 'Add a card to To do'],
      ['p', 'Name of the new project', 'Name of the new project'],
      ['r', 'Project name', 'Weed'],
      // Both are saved by leaving them.
      ['e', 'Card text', 'eed ?xcimnpz/['],
    ] as const) {
      await press(key)
      await focusIs(field)
      await type(' ?xcimnpz/[]')
      await press('ArrowUp', 'Shift+ArrowUp', 'Home', 'Delete', 'End', 'Backspace')
      await focusIs(field)
      await press('Control+k')
      await palette.waitFor()
      await press('Escape')
      await palette.waitFor({ state: 'detached' })
      await focusIs(after)
      if (field === after) await press('Control+a', 'Backspace', 'Escape')
      await focusIs(after === field ? 'Weed' : after)
    }
    await page.getByRole('heading', { level: 1, name: '?xcimnpz/[', exact: true }).waitFor()
    await boardIs({ ...garden, 'To do': ['eed ?xcimnpz/[', 'Water', 'Sow'] })
    expect(moves()).toBe(0)
  })

  test('do nothing while a dialog is open', async () => {
    const { page, press, focusIs, boardIs, moves } = await sitDown(browsing, garden)
    await press('ArrowDown')
    await focusIs('Weed')
    await press('?')
    await page.getByRole('dialog').waitFor()
    await press(
      'x',
      'c',
      'i',
      'm',
      'n',
      'z',
      'Delete',
      'Shift+ArrowDown',
      'Shift+ArrowRight',
      'j',
      'Control+a',
    )
    expect(await page.getByRole('dialog').count()).toBe(1)
    expect(await page.getByRole('toolbar').count()).toBe(0)
    await press('Escape')
    await focusIs('Weed')
    await boardIs(garden)
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    expect(moves()).toBe(0)
  })

  test('single keys can be switched off; arrows and those with Ctrl stay', async () => {
    const { page, press, focusIs, boardIs } = await sitDown(browsing, garden)
    await press(',')
    const single = page.getByRole('checkbox', { name: 'Single-key shortcuts' })
    await single.focus()
    await press('Space', 'i', '[')
    expect(await single.isChecked()).toBe(false)
    expect(await page.evaluate(() => localStorage.getItem('inboard.shortcuts'))).toBe('false')
    await page.goBack()

    await press('j', 'n', 'p', 'r', '?', '/', 'i')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await press('ArrowDown')
    await focusIs('Weed')
    await press('x', 'c', 'm', 'e', 'z', 'h')
    await focusIs('Weed')
    expect(await page.getByRole('dialog').or(page.getByRole('toolbar')).count()).toBe(0)
    await press('Shift+ArrowDown')
    await boardIs({ ...garden, 'To do': ['Water', 'Weed', 'Sow'] })
    await press('Control+z')
    await boardIs(garden)
    await press('Control+k')
    await focusIs('Search or do anything')
  })
})
