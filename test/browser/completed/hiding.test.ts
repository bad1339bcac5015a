import { expect, test } from 'vitest'
import { button, card, composer, tick } from '../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const garden = { 'To do': ['Weed', 'Water', 'Sow'], Done: ['Dig'] }

test('with completed cards hidden, a card that is completed leaves, the focus goes on, and undo brings it back', async () => {
  const { page, press, focusIs } = await sitDown(browsing, garden)
  await press('ArrowDown', 'c')
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 1)
  const hide = page.getByRole('switch', { name: 'Show completed' })
  await hide.uncheck()
  await becomes(async () => (await boardOn(page))['To do'], ['Water', 'Sow'])
  await button(page, '1 completed').waitFor()
  await page.getByRole('heading', { name: 'To do 2 cards' }).waitFor()

  await card(page, 'Water').click()
  await press('c')
  await becomes(async () => (await boardOn(page))['To do'], ['Sow'])
  await focusIs('Sow')
  await press('z')
  await becomes(async () => (await boardOn(page))['To do'], ['Water', 'Sow'])
  await focusIs('Water')

  // Hidden cards are neither selected nor moved.
  await press('Control+a')
  await page.getByText('2 selected').waitFor()
  await press('Escape')

  // A reload remembers it, and the key switches it back.
  await page.reload()
  await becomes(async () => (await boardOn(page))['To do'], ['Water', 'Sow'])
  await press('Shift+c')
  await becomes(async () => (await boardOn(page))['To do'], ['Weed', 'Water', 'Sow'])
  // The same letter without Shift, or with Caps Lock, completes.
  await card(page, 'Sow').click()
  await page.keyboard.down('C')
  await page.keyboard.up('C')
  await becomes(() => tick(page, 'Sow').isChecked(), true)
})

test('a column with only hidden cards says so, can show them, and accepts new cards', async () => {
  const { page, press } = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  await press('ArrowDown', 'Control+a', 'c')
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 2)
  await press('Escape', 'Shift+c')
  await becomes(async () => (await boardOn(page))['To do'], [])
  const column = page.getByRole('region', { name: 'To do' })
  expect(await column.getByText('Nothing to do yet.').count()).toBe(0)
  await composer(page, 'To do').fill('Sow')
  await press('Enter')
  await becomes(async () => (await boardOn(page))['To do'], ['Sow'])
  await button(page, '2 completed').click()
  await becomes(async () => (await boardOn(page))['To do'], ['Weed', 'Water', 'Sow'])
  await button(page, 'Show fewer').click()
  await becomes(async () => (await boardOn(page))['To do'], ['Sow'])
})
