import { expect, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

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
  await hears('Moved 2 cards to Doing. 1 of 2.')
  await boardIs({ ...garden, 'To do': ['Water'], Doing: ['Weed', 'Sow'] })
  expect(moves()).toBe(1)

  await press('c')
  await hears('Completed 2 cards.')
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 2)
  // It has ended with what was done.
  await page.getByRole('toolbar').waitFor({ state: 'detached' })
  await focusIs('Sow')
  await press('x', 'ArrowUp', 'x', 'Delete')
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
  expect(moves()).toBe(2)
})
