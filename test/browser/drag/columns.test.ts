import { expect, test } from 'vitest'
import { composer } from '../../support/browsing/boards.ts'
import { type Board, becomes, boardOn } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import {
  boxOf,
  card,
  carryTo,
  column,
  drag,
  dropPlace,
  type Gap,
  hasFocus,
  isMoved,
  isOver,
  lowerHalfOf,
  pickUp,
  placeIsBetween,
  type Somewhere,
  start,
  upperHalfOf,
  visit,
  within,
} from './dragging.ts'

const browsing = browseInTests()

const below =
  (name: string, distance: number): Somewhere =>
  async (page) => {
    const { x, width, bottom } = await boxOf(column(page, name))
    return { x: Math.round(x + width / 2), y: Math.round(bottom + distance) }
  }

/** One after the other: each begins with what the one before has left. */
const moves: [what: string, to: string, where: Somewhere, between: Gap, after: Board][] = [
  [
    'dig',
    'further down its column',
    lowerHalfOf('water'),
    ['water', 'weed'],
    { 'To do': ['sow', 'water', 'dig', 'weed'], Doing: ['prune', 'mow'] },
  ],
  [
    'weed',
    'the top of its column',
    upperHalfOf('sow'),
    [undefined, 'sow'],
    { 'To do': ['weed', 'sow', 'water', 'dig'], Doing: ['prune', 'mow'] },
  ],
  [
    'sow',
    'the end of its column, over the place for a new card',
    within((page) => composer(page, 'To do')),
    ['dig', undefined],
    { 'To do': ['weed', 'water', 'dig', 'sow'], Doing: ['prune', 'mow'] },
  ],
  [
    'sow',
    'the top of another column, over its name',
    within((page) => column(page, 'Doing').getByRole('heading')),
    [undefined, 'prune'],
    { 'To do': ['weed', 'water', 'dig'], Doing: ['sow', 'prune', 'mow'] },
  ],
  [
    'water',
    'the middle of another column',
    upperHalfOf('mow'),
    ['prune', 'mow'],
    { 'To do': ['weed', 'dig'], Doing: ['sow', 'prune', 'water', 'mow'] },
  ],
  [
    'weed',
    'the end of another column, far below its cards',
    below('Doing', -40),
    ['mow', undefined],
    { 'To do': ['dig'], Doing: ['sow', 'prune', 'water', 'mow', 'weed'] },
  ],
  [
    'prune',
    'an empty column',
    within((page) => page.getByText('Finished cards go here.')),
    [undefined, undefined],
    { 'To do': ['dig'], Doing: ['sow', 'water', 'mow', 'weed'], Done: ['prune'] },
  ],
]

test('the others make room for a card, and there it goes, by one move; dropped outside, or where it was, or not at all, it stays without a request', async () => {
  const visitor = await visit(browsing, start)
  const { page } = visitor

  await pickUp(page, 'sow')
  await carryTo(page, upperHalfOf('mow'))
  await placeIsBetween(page, 'prune', 'mow')
  await carryTo(
    page,
    within((on) => on.getByRole('heading', { name: 'Garden' })),
  )
  await becomes(() => dropPlace(page).count(), 0)
  await page.mouse.up()
  await isOver(page)
  expect(await boardOn(page)).toEqual(start)

  for (const place of [upperHalfOf('sow'), lowerHalfOf('sow'), lowerHalfOf('dig'), upperHalfOf('water')]) {
    await drag(page, 'sow', place)
    await isOver(page)
    expect(await boardOn(page)).toEqual(start)
  }

  await pickUp(page, 'sow')
  await carryTo(page, upperHalfOf('mow'))
  await placeIsBetween(page, 'prune', 'mow')
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await isOver(page)
  expect(await boardOn(page)).toEqual(start)

  // Each is one request, and those before were none.
  for (const [index, [what, to, where, between, after]] of moves.entries()) {
    await pickUp(page, what)
    await carryTo(page, where)
    await placeIsBetween(page, ...between)
    expect(await card(page, what).getAttribute('class'), to).toContain('dragged')
    await page.mouse.up()
    await isMoved(visitor, after, index + 1)
    await isOver(page)
    await hasFocus(page, what)
    const [column, cards = []] = Object.entries(after).find(([, list]) => list.includes(what)) ?? []
    await page.getByText(`Moved to ${column}. ${cards.indexOf(what) + 1} of ${cards.length}.`).waitFor()
  }
})

test('the mouse selects words, and drags nothing, in a card that is being edited', async () => {
  const visitor = await visit(browsing, { 'To do': ['dig the whole bed', 'sow'] })
  const { page } = visitor
  await card(page, 'dig the whole bed').dblclick()
  const { x, y, height, width } = await boxOf(page.getByLabel('Card text'))
  await page.mouse.move(x + 8, y + height / 2)
  await page.mouse.down()
  await page.mouse.move(x + width - 8, y + height / 2, { steps: 5 })
  expect(await page.locator('.dragged').count()).toBe(0)
  await page.mouse.up()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('dig the whole bed')
  await page.keyboard.press('Escape')
  await drag(page, 'dig the whole bed', lowerHalfOf('sow'))
  await isMoved(visitor, { 'To do': ['sow', 'dig the whole bed'] })
})
