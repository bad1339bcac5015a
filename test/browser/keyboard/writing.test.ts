import { expect, test } from 'vitest'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('n begins a card, Enter adds it and begins the next, Escape goes back to the cards', async () => {
  const desk = await sitDown(browsing, garden)
  const { press, write, focusIs, boardIs, hears, moves } = desk
  await press('n')
  await focusIs('Add a card to To do')
  await write('Mow')
  await press('Enter')
  await hears('Added to To do')
  await write('Prune')
  await press('Enter')
  await boardIs({ ...garden, 'To do': ['Weed', 'Water', 'Sow', 'Mow', 'Prune'] })
  await press('Enter')
  await write('Half a thou')
  await press('Escape')
  await focusIs('Prune')
  await press('ArrowRight')
  await focusIs('Rake')
  await press('n')
  await focusIs('Add a card to Done')
  await write('Measure')
  await press('Shift+Enter')
  await write('and draw')
  await desk.page.getByRole('button', { name: 'Add as one card' }).waitFor()
  await press('Tab', 'Enter')
  await boardIs({
    'To do': ['Weed', 'Water', 'Sow', 'Mow', 'Prune'],
    Done: ['Dig', 'Rake', 'Measure\nand draw'],
  })
  await focusIs('Add a card to Done')
  await press('Escape')
  await focusIs('Measure\nand draw')
  // What was begun waits where it was typed. Cards are born in the first column: only the last one was moved.
  await press('ArrowLeft', 'n')
  await focusIs('Add a card to To do')
  await write('ght')
  await press('Enter')
  await becomes(async () => (await boardOn(desk.page))['To do']?.at(-1), 'Half a thought')
  expect(moves()).toBe(1)
})

test('on a board without cards Escape still leaves the field', async () => {
  const { press, write, focusIs, boardIs } = await sitDown(browsing, {})
  await press('n')
  await focusIs('Add a card to To do')
  await press('Escape')
  await focusIs('main')
  await press('n')
  await focusIs('Add a card to To do')
  await write('Weed')
  await press('Enter', 'Escape')
  await focusIs('Weed')
  await boardIs({ 'To do': ['Weed'] })
})
