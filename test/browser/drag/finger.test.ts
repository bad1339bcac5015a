import { expect, test } from 'vitest'
import { boardOn } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { finger, phone } from '../../support/browsing/touch.ts'
import { eventually } from '../../support/service/inboard.ts'
import { card, isMoved, isOver, lowerHalfOf, numbered, placeIsBetween, start, visit } from './dragging.ts'

const browsing = browseInTests()

test('a long press picks a card up, within a column', async () => {
  const visitor = await visit(browsing, start, phone)
  const { page } = visitor
  const held = await (await finger(page)).longPress(card(page, 'dig'))
  const there = await lowerHalfOf('water')(page)
  await held.over(there)
  await placeIsBetween(page, 'water', 'weed')
  await held.drop(there)
  await isMoved(visitor, { ...start, 'To do': ['sow', 'water', 'dig', 'weed'] })
  await isOver(page)
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
})

test('without the hold the list scrolls, and no card moves', async () => {
  const texts = numbered(20)
  const { page, sent } = await visit(browsing, { 'To do': texts }, phone)
  await (await finger(page)).swipe({ x: 180, y: 600 }, { x: 180, y: 200 })
  const list = page.locator('.list').first()
  await eventually(
    async () => ((await list.evaluate((it) => it.scrollTop)) > 100 ? true : undefined),
    'the list to scroll',
  )
  expect(await page.locator('.dragged').count()).toBe(0)
  expect(await boardOn(page)).toEqual({ 'To do': texts, Doing: [], Done: [] })
  expect(sent()).toEqual([])
})
