import { describe, test } from 'vitest'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

describe('moves', () => {
  test('are undone one by one, the last one first, and for several cards by the button of the message', async () => {
    const { page, press, focusIs, boardIs, hears } = await sitDown(browsing, garden)
    await press('z')
    await hears('There is nothing to undo.')
    await press('ArrowDown', 'ArrowDown')
    await focusIs('Water')
    await press('Shift+ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown')
    const moved = { 'To do': ['Weed', 'Sow'], Doing: ['Plan'], Done: ['Dig', 'Water', 'Rake'] }
    await boardIs(moved)
    await focusIs('Water')

    await press('Control+Shift+z')
    await hears('There is nothing to redo.')
    await press('z')
    await hears('Moved “Water” back.')
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

    // Several cards from several columns, by the button of the message. The first arrow goes up from Water.
    await press('ArrowUp')
    await focusIs('Weed')
    await press('x', 'ArrowDown', 'ArrowDown', 'x', 'ArrowRight', 'ArrowRight', 'x')
    await page.getByText('3 selected').waitFor()
    await focusIs('Dig')
    await press('Shift+ArrowLeft')
    await hears('Moved 3 cards to Doing. 1 of 4.')
    // A message does not go while it has the focus.
    await page.getByRole('button', { name: 'Undo' }).focus()
    await boardIs({ 'To do': ['Water'], Doing: ['Weed', 'Sow', 'Dig', 'Plan'], Done: ['Rake'] })
    await press('Enter')
    await focusIs('Weed')
    await boardIs(garden)
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  })
})
