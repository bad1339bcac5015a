import { expect, test } from 'vitest'
import { boardOn } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('Tab goes through the frame and the page, and stops at one card', async () => {
  const { page, press, focusIs } = await sitDown(browsing, garden)
  const stops = [
    'Skip to the cards',
    'Inboard: go to the inbox',
    'SearchCtrl K',
    'Today',
    'Inbox',
    'Garden5 of 5 open',
    'New project',
    'Settings',
    'Bin',
    'Keyboard shortcuts',
    'Garden',
    'Project actions',
    'Filter this board',
    'To do actions',
    'Weed',
    'Complete Weed',
    'Actions for Weed',
    'Add a card to To do',
    'Doing actions',
    'Add a card to Doing',
    'Done actions',
    'Add a card to Done',
  ]
  for (const stop of stops) {
    await press('Tab')
    await focusIs(stop)
  }
  // The same number of steps leads back.
  await press(...stops.slice(1).map(() => 'Shift+Tab'))
  await focusIs('Skip to the cards')
  await press('Enter')
  await focusIs('main')
  expect(await boardOn(page)).toEqual({ Doing: [], ...garden })
  await press('Tab')
  await focusIs('Garden')
})

test('arrows or h, j, k and l go from card to card, past a column that is empty; keys act on the card whose checkbox was clicked', async () => {
  const { page, press, focusIs, boardIs } = await sitDown(browsing, garden)
  const steps = [
    ['ArrowDown', 'Weed'],
    ['ArrowDown', 'Water'],
    ['j', 'Sow'],
    ['ArrowDown', 'Sow'],
    ['ArrowRight', 'Rake'],
    ['k', 'Dig'],
    ['ArrowUp', 'Dig'],
    ['l', 'Dig'],
    ['h', 'Weed'],
    ['ArrowLeft', 'Weed'],
    ['End', 'Sow'],
    ['Home', 'Weed'],
    ['l', 'Dig'],
  ] as const
  for (const [key, card] of steps) {
    await press(key)
    await focusIs(card)
  }
  // The card is the stop of Tab now, and its parts can be left by the arrows again.
  await press('Tab')
  await focusIs('Complete Dig')
  await press('ArrowDown')
  await focusIs('Rake')
  await press('Tab', 'Tab')
  await focusIs('Actions for Rake')
  await press('ArrowUp')
  await focusIs('Dig')
  await press('Tab', 'Tab', 'Tab')
  await focusIs('Add a card to Done')
  expect(await page.getByRole('listitem').filter({ hasText: 'Dig' }).getAttribute('tabindex')).toBe('0')

  await page.getByRole('checkbox', { name: 'Complete Rake' }).click()
  await press('Shift+ArrowUp')
  await boardIs({ ...garden, Done: ['Rake', 'Dig'] })
  await focusIs('Rake')
})
