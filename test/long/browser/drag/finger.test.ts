import { test } from 'vitest'
import {
  card,
  isMoved,
  isOver,
  placeIsBetween,
  start,
  upperHalfOf,
  visit,
} from '../../../browser/drag/dragging.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { finger, phone } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

test('and carries it to another column of a wide screen', async () => {
  const visitor = await visit(browsing, start, phone)
  const { page } = visitor
  await page.setViewportSize({ width: 1024, height: 700 })
  const held = await (await finger(page)).longPress(card(page, 'sow'))
  const there = await upperHalfOf('mow')(page)
  await held.over(there)
  await placeIsBetween(page, 'prune', 'mow')
  await held.drop(there)
  await isMoved(visitor, { 'To do': ['dig', 'water', 'weed'], Doing: ['prune', 'sow', 'mow'] })
  await isOver(page)
})

test('a card moves by its menu as well', async () => {
  const visitor = await visit(browsing, start, phone)
  const { page } = visitor
  await page.getByRole('button', { name: 'Actions for water' }).tap()
  await page.getByRole('button', { name: 'Move to…' }).tap()
  await page.getByRole('option', { name: 'Done' }).tap()
  await isMoved(visitor, { ...start, 'To do': ['dig', 'sow', 'weed'], Done: ['water'] })
})
