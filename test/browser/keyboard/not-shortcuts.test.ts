import { expect, test } from 'vitest'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('keys do nothing while one types, save the one that opens the palette', async () => {
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
