import { expect, test } from 'vitest'
import {
  boxOf,
  carryTo,
  column,
  dropPlace,
  isMoved,
  isOver,
  lowerHalfOf,
  numbered,
  pickUp,
  placeIsBetween,
  type Somewhere,
  start,
  upperHalfOf,
  visit,
  within,
} from '../../../browser/drag/dragging.ts'
import { composer } from '../../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

const short = { width: 1200, height: 500 }

test('a long column scrolls until its far end, and back to its beginning', async () => {
  const texts = numbered(20)
  const visitor = await visit(browsing, { 'To do': texts }, { viewport: short })
  const { page } = visitor
  const list = page.locator('.list').first()
  const edge =
    (part: 'top' | 'bottom'): Somewhere =>
    async () => {
      const box = await boxOf(list)
      return { x: Math.round(box.x + 100), y: Math.round(part === 'top' ? box.y + 6 : box.bottom - 6) }
    }
  const untilEnd = () =>
    becomes(
      () => list.evaluate((it) => Math.abs(it.scrollHeight - it.clientHeight - it.scrollTop) <= 1),
      true,
    )

  await pickUp(page, 'number 1')
  await carryTo(page, edge('bottom'))
  await untilEnd()
  await carryTo(page, lowerHalfOf('number 20'))
  await placeIsBetween(page, 'number 20', undefined)
  await page.mouse.up()
  await isMoved(visitor, { 'To do': [...texts.slice(1), 'number 1'] })

  await untilEnd()
  await pickUp(page, 'number 1')
  await carryTo(page, edge('top'))
  await becomes(() => list.evaluate((it) => it.scrollTop), 0)
  await carryTo(page, upperHalfOf('number 2'))
  await placeIsBetween(page, undefined, 'number 2')
  await page.mouse.up()
  await becomes(() => boardOn(page), { 'To do': texts, Doing: [], Done: [] })
})

test('over what surrounds a long column, a card goes to where it can be seen to go', async () => {
  const { page } = await visit(browsing, { 'To do': numbered(20), Doing: ['mow'] }, { viewport: short })
  await pickUp(page, 'mow')
  await carryTo(
    page,
    within((on) => composer(on, 'To do')),
  )
  await dropPlace(page).waitFor()
  const [line, list] = [await boxOf(dropPlace(page)), await boxOf(page.locator('.list').first())]
  expect(line.bottom).toBeLessThanOrEqual(list.bottom + 4)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await isOver(page)
})

test('a narrow page scrolls to the columns that are out of sight', async () => {
  const visitor = await visit(browsing, start, { viewport: { width: 420, height: 700 } })
  const { page } = visitor
  await pickUp(page, 'dig')
  await carryTo(page, async () => ({ x: 415, y: 300 }))
  const columns = page.locator('.columns')
  await becomes(
    () => columns.evaluate((it) => Math.abs(it.scrollWidth - it.clientWidth - it.scrollLeft) <= 1),
    true,
  )
  await carryTo(
    page,
    within((on) => column(on, 'Done')),
  )
  await page.mouse.up()
  await isMoved(visitor, { ...start, 'To do': ['sow', 'water', 'weed'], Done: ['dig'] })
})
