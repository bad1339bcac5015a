import { expect, test } from 'vitest'
import { garden } from '../../../browser/undo/garden.ts'
import { becomes, boardOf, inboxOf, makeBoard } from '../../../support/browsing/browsing.ts'
import { lookAt } from '../../../support/browsing/keys.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('moves to another project and to the inbox can be undone, from there too', async () => {
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
  await hears('Moved to House · Doing. 1 of 1.')
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
