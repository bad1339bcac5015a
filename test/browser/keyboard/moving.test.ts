import { expect, test } from 'vitest'
import { type Board, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { lookAt, sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('Shift and arrows move a card up, down, left and right, and say so, and nothing else moves', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan', 'Buy'] })
  const { press, focusIs, boardIs, hears, moves } = desk
  await press('ArrowDown', 'ArrowDown')
  await focusIs('Water')
  const steps: [string, Board, string][] = [
    ['Up', { 'To do': ['Water', 'Weed', 'Sow'], Doing: ['Plan', 'Buy'] }, 'To do. 1 of 3'],
    ['Down', { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan', 'Buy'] }, 'To do. 2 of 3'],
    ['Down', { 'To do': ['Weed', 'Sow', 'Water'], Doing: ['Plan', 'Buy'] }, 'To do. 3 of 3'],
    ['Right', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Buy', 'Water'] }, 'Doing. 3 of 3'],
    ['Up', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Water', 'Buy'] }, 'Doing. 2 of 3'],
    ['Left', { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan', 'Buy'] }, 'To do. 2 of 3'],
    ['Right', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Water', 'Buy'] }, 'Doing. 2 of 3'],
    ['Right', { 'To do': ['Weed', 'Sow'], Doing: ['Plan', 'Buy'], Done: ['Water'] }, 'Done. 1 of 1'],
  ]
  for (const [index, [direction, board, heard]] of steps.entries()) {
    await press(`Shift+Arrow${direction}`)
    await hears(`Moved to ${heard}.`)
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

test('m moves within the project, to another one and to the inbox', async () => {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', garden)
  const house = await makeBoard(person.client, 'House', { Doing: ['Paint'] })
  const desk = await lookAt(browsing, person, project)
  const { page, press, write, focusIs, boardIs, hears, moves } = desk
  const move = async (typed: string, choice: string) => {
    await press('m')
    await page.getByRole('option', { name: 'Done House' }).waitFor()
    await write(typed)
    await page.getByRole('option', { name: choice, exact: true, selected: true }).waitFor()
    await press('Enter')
  }
  await press('ArrowDown')
  await focusIs('Weed')
  // Not the column that it is in.
  await press('m')
  await page.getByRole('option', { name: 'Doing Garden', selected: true }).waitFor()
  expect((await page.getByRole('option').allTextContents()).map((name) => name.trim())).toEqual([
    'DoingGarden',
    'DoneGarden',
    'Inbox',
    'To doHouse',
    'DoingHouse',
    'DoneHouse',
  ])
  await press('Escape')
  await move('done', 'Done Garden')
  await focusIs('Weed')
  await hears('Moved to Done. 3 of 3.')
  await boardIs({ 'To do': ['Water', 'Sow'], Done: ['Dig', 'Rake', 'Weed'] })
  expect(moves()).toBe(1)

  await move('doing house', 'Doing House')
  await focusIs('Rake')
  await hears('Moved to House · Doing. 2 of 2.')
  await boardIs({ 'To do': ['Water', 'Sow'], Done: ['Dig', 'Rake'] })
  const { cards } = await desk.client.listProjectCards({ project_id: house.id })
  expect(cards.map(({ text }) => text)).toEqual(['Paint', 'Weed'])
  expect(moves()).toBe(2)

  await press('x', 'ArrowUp', 'x')
  await page.getByText('2 selected').waitFor()
  await move('inbox', 'Inbox')
  await hears('Moved 2 cards to Inbox. 1 of 2.')
  // The column is empty now, and the next card is elsewhere.
  await focusIs('Water')
  await boardIs({ 'To do': ['Water', 'Sow'] })
  expect(await inboxOf(desk.client)).toEqual(['Dig', 'Rake'])
  expect(moves()).toBe(3)

  await press('m')
  await page.getByRole('combobox', { name: 'Move “Water” to' }).waitFor()
  await press('Escape')
  await focusIs('Water')
  expect(moves()).toBe(3)
})
