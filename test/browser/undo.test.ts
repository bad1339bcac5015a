import { describe, expect, test } from 'vitest'
import { becomes, boardOf, boardOn, goOffline, inboxOf, makeBoard } from '../support/browsing/browsing.ts'
import { type Desk, lookAt, sitDown } from '../support/browsing/keys.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

const garden = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Plan'], Done: ['Dig', 'Rake'] }

const completed = async ({ client, project }: Desk) =>
  (await client.listProjectCards({ project_id: project.id })).cards
    .filter(({ complete }) => complete)
    .map(({ text }) => text)

describe('moves', () => {
  test('are taken back one after the other, the last one first', async () => {
    const { press, focusIs, boardIs, hears } = await sitDown(browsing, garden)
    await press('z')
    await hears('There is nothing to undo.')
    await press('ArrowDown', 'ArrowDown')
    await focusIs('Water')
    await press('Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown')
    const moved = { 'To do': ['Weed', 'Sow'], Doing: ['Plan'], Done: ['Dig', 'Water', 'Rake'] }
    await boardIs(moved)
    await focusIs('Water')

    // With Shift it means the opposite elsewhere, so here it means nothing.
    await press('Control+Shift+z', 'z')
    await hears('Undone: moved “Water” to Done, 2 of 3.')
    await boardIs({ ...moved, Done: ['Water', 'Dig', 'Rake'] })
    await focusIs('Water')
    // What is done after that is on top again.
    await press('ArrowDown')
    await focusIs('Dig')
    await press('Shift+ArrowDown')
    await boardIs({ ...moved, Done: ['Water', 'Rake', 'Dig'] })
    await press('z')
    await focusIs('Dig')
    await boardIs({ ...moved, Done: ['Water', 'Dig', 'Rake'] })
    await press('z', 'z', 'Control+z')
    await focusIs('Water')
    await boardIs(garden)
    await press('z')
    await hears('There is nothing to undo.')
  })

  test('of several cards from several columns are taken back by the button of the message', async () => {
    const { page, press, focusIs, boardIs, hears } = await sitDown(browsing, garden)
    await press('ArrowDown', 'x', 'ArrowDown', 'ArrowDown', 'x', 'ArrowRight', 'ArrowRight', 'x')
    await page.getByText('3 selected').waitFor()
    await focusIs('Dig')
    await press('Shift+ArrowLeft')
    await hears('Moved 3 cards to Doing, 1 of 4.')
    // A message does not go while it has the focus.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await boardIs({ 'To do': ['Water'], Doing: ['Weed', 'Sow', 'Dig', 'Plan'], Done: ['Rake'] })
    await press('Enter')
    await focusIs('Weed')
    await boardIs(garden)
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test('to another project and to the inbox are taken back, from there as well', async () => {
    const person = await browsing.inboard.signIn()
    const project = await makeBoard(person.client, 'Garden', garden)
    const house = await makeBoard(person.client, 'House', { 'To do': ['Paint'] })
    const desk = await lookAt(browsing, person, project)
    const { page, press, type, focusIs, boardIs, hears } = desk
    const move = async (typed: string) => {
      await press('m')
      await page.getByRole('option', { name: 'Done House' }).waitFor()
      await type(typed)
      await press('Enter')
    }
    const without = { ...garden, 'To do': ['Weed', 'Sow'] }
    await press('ArrowDown', 'ArrowDown')
    await focusIs('Water')
    await move('doing house')
    await hears('Moved “Water” to House · Doing, 1 of 1.')
    await focusIs('Sow')
    await boardIs(without)
    await press('z')
    await focusIs('Water')
    await boardIs(garden)
    expect(await boardOf(desk.client, house)).toEqual({ 'To do': ['Paint'], Doing: [], Done: [] })

    await move('inbox')
    await boardIs(without)
    await becomes(() => inboxOf(desk.client), ['Water'])
    await press('i')
    await page.getByRole('listitem', { name: 'Water' }).waitFor()
    await press('ArrowDown')
    await focusIs('Water')
    await press('z')
    // It leaves the page, and nothing else is there.
    await focusIs('main')
    await becomes(() => inboxOf(desk.client), [])
    expect(await boardOf(desk.client, project)).toEqual(garden)
    await press(']')
    await boardIs(garden)

    // What is undone elsewhere does not take the keyboard away from where it is.
    await press('ArrowDown', 'Shift+ArrowDown')
    await boardIs({ ...garden, 'To do': ['Water', 'Weed', 'Sow'] })
    await press(']')
    await page.getByRole('listitem', { name: 'Paint' }).waitFor()
    await press('ArrowDown')
    await focusIs('Paint')
    await press('z')
    await becomes(() => boardOf(desk.client, project), garden)
    await focusIs('Paint')
    await press('c')
    await hears('Completed “Paint”.')
  })
})

test('completions of several cards are taken back together, and only theirs', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, press, focusIs, hears } = desk
  await press('ArrowDown', 'ArrowDown')
  await focusIs('Water')
  await press('c')
  await hears('Completed “Water”.')
  await press('Control+a', 'c')
  await hears('Completed 2 cards.')
  await becomes(() => completed(desk), ['Weed', 'Water', 'Sow'])
  await press('z')
  await becomes(() => completed(desk), ['Water'])
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 1)
  await press('z')
  await becomes(() => completed(desk), [])
})

describe('deletions', () => {
  test('of several cards from several columns are taken back: words, order, place and ticks', async () => {
    const person = await browsing.inboard.signIn()
    const project = await makeBoard(person.client, 'Garden', garden)
    const before = (await person.client.listProjectCards({ project_id: project.id })).cards
    for (const { id, text } of before)
      if (text === 'Weed' || text === 'Dig') await person.client.editCard({ id, complete: true })
    const desk = await lookAt(browsing, person, project)
    const { page, press, focusIs, boardIs, hears, client } = desk
    await press('ArrowDown', 'x', 'ArrowDown', 'ArrowDown', 'x', 'ArrowRight', 'ArrowRight', 'x')
    await page.getByText('3 selected').waitFor()
    await focusIs('Dig')
    await press('Delete')
    await hears('Deleted 3 cards.')
    await focusIs('Rake')
    await boardIs({ 'To do': ['Water'], Doing: ['Plan'], Done: ['Rake'] })

    await press('z')
    await focusIs('Weed')
    await boardIs(garden)
    await becomes(() => completed(desk), ['Weed', 'Dig'])
    const after = (await client.listProjectCards({ project_id: project.id })).cards
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await client.listBin()).items).toEqual([])

    // They are cards like any other, and the same ones to whoever goes on undoing.
    await press('Shift+ArrowDown')
    await boardIs({ ...garden, 'To do': ['Water', 'Weed', 'Sow'] })
    await press('Delete')
    await focusIs('Sow')
    await boardIs({ ...garden, 'To do': ['Water', 'Sow'] })
    await press('z', 'z')
    await focusIs('Weed')
    await boardIs(garden)
    await becomes(() => completed(desk), ['Weed', 'Dig'])
    await page.reload()
    await boardIs(garden)
  })

  test('bring back what has left the bin since, too, in its place', async () => {
    const desk = await sitDown(browsing, garden)
    const { press, focusIs, boardIs, client } = desk
    const without = { ...garden, 'To do': ['Sow'] }
    await press('ArrowDown', 'x', 'ArrowDown', 'x', 'Delete')
    await focusIs('Sow')
    await boardIs(without)
    await client.emptyBin()
    await press('z')
    await boardIs(garden)
    // The new cards are cards like any other.
    await press('ArrowUp', 'Home')
    await focusIs('Weed')
    await press('c', 'Shift+ArrowRight')
    await boardIs({ ...garden, 'To do': ['Water', 'Sow'], Doing: ['Weed', 'Plan'] })
    await becomes(() => completed(desk), ['Weed'])
  })
})

test('without a net everything can be taken back, and in the end nothing has happened', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, client, press, type, focusIs, boardIs } = desk
  const shows = (board: object) =>
    becomes(() => boardOn(page), { 'To do': [], Doing: [], Done: [], ...board })
  await goOffline(page)
  await press('ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight')
  await shows({ ...garden, 'To do': ['Water', 'Sow'], Done: ['Weed', 'Dig', 'Rake'] })
  await press('Delete')
  await focusIs('Dig')
  await press('e')
  await focusIs('Card text')
  await type(' a pond')
  await press('Enter')
  await shows({ ...garden, 'To do': ['Water', 'Sow'], Done: ['Dig a pond', 'Rake'] })
  await press('r')
  await focusIs('Project name')
  await type('Allotment')
  await press('Enter')
  await page.getByRole('heading', { name: 'Allotment' }).waitFor()

  await press('z')
  await page.getByRole('heading', { name: 'Garden' }).waitFor()
  await press('z', 'z', 'z', 'z')
  await shows(garden)
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 0)
  await page.context().setOffline(false)
  // The last of what was done has arrived when this one has.
  await press('n')
  await type('Mow')
  await press('Enter')
  await boardIs({ ...garden, 'To do': ['Weed', 'Water', 'Sow', 'Mow'] })
  expect(await completed(desk)).toEqual([])
  expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Garden'])
  expect((await client.listBin()).items).toEqual([])
})

test('a message that is dismissed gives the focus back', async () => {
  const { page, press, focusIs } = await sitDown(browsing, garden)
  await press('ArrowDown', 'c')
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await focusIs('Weed')
  expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
})
