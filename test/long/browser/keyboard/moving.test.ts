import { expect, test } from 'vitest'
import { sitDown } from '../../../support/browsing/keys.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a key that is held down moves a card as far as it was held', async () => {
  const others = Array.from({ length: 14 }, (_, index) => `Card ${index}`)
  const { page, press, focusIs, boardIs, moves } = await sitDown(browsing, {
    'To do': ['Mover', ...others],
  })
  await press('ArrowDown')
  await focusIs('Mover')
  await page.keyboard.down('Shift')
  for (let held = 0; held < 12; held++) await page.keyboard.down('ArrowDown')
  await page.keyboard.up('ArrowDown')
  await page.keyboard.up('Shift')
  await boardIs({ 'To do': [...others.slice(0, 12), 'Mover', ...others.slice(12)] })
  await focusIs('Mover')
  expect(moves()).toBe(12)
})
