import { expect, test } from 'vitest'
import { editor } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { completed, garden } from './garden.ts'

const browsing = browseInTests()

test('completions of several cards are undone together, and no others; a dismissed message gives the focus back', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, press, focusIs, hears } = desk
  await press('ArrowDown', 'Delete')
  await focusIs('Water')
  await page.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await focusIs('Water')
  await press('z')
  await focusIs('Weed')

  await press('ArrowDown')
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

test('the Undo button leaves the text of a card that is being edited alone', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, press, write, focusIs } = desk
  await press('ArrowDown', 'c')
  const undo = page.getByRole('button', { name: 'Undo' })
  await press('ArrowDown')
  await focusIs('Water')
  await press('e')
  await write(' twice')
  await undo.click()
  await becomes(() => completed(desk), [])
  expect(await editor(page).inputValue()).toBe('Water twice')
  await press('Escape')
  await focusIs('Water')
})
