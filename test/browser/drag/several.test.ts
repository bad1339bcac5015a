import { expect, test } from 'vitest'
import { boardIs } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import {
  carryTo,
  drag,
  isMoved,
  lineIsBetween,
  pickUp,
  select,
  start,
  upperHalfOf,
  visit,
} from './dragging.ts'

const browsing = browseInTests()

test('selected cards of two columns go together, in their order, and the preview counts them', async () => {
  const before = { ...start, Done: ['plan', 'buy seeds'] }
  const visitor = await visit(browsing, before)
  const { page } = visitor
  for (const text of ['mow', 'weed', 'dig']) await select(page, text)
  await page.evaluate(() => {
    const texts: (string | null)[] = []
    Object.assign(window, { texts })
    new MutationObserver((records) => {
      for (const { addedNodes } of records) texts.push(...[...addedNodes].map((node) => node.textContent))
    }).observe(document.body, { childList: true })
  })
  await pickUp(page, 'weed')
  await carryTo(page, upperHalfOf('buy seeds'))
  await lineIsBetween(page, 'plan', 'buy seeds')
  await becomes(() => page.locator('.dragged').count(), 3)
  expect(await page.evaluate(() => (window as { texts?: unknown }).texts)).toContain('3 cards')
  await page.mouse.up()
  await isMoved(
    visitor,
    { 'To do': ['sow', 'water'], Doing: ['prune'], Done: ['plan', 'dig', 'weed', 'mow', 'buy seeds'] },
    3,
  )
  await page.getByText('Moved 3 cards to Done, 2 of 5.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await boardIs(page, visitor.person.client, visitor.project, before)
})

test('selected cards that are dropped among themselves close ranks there; one that is not selected goes alone', async () => {
  const visitor = await visit(browsing, start)
  const { page } = visitor
  for (const text of ['dig', 'water']) await select(page, text)
  await drag(page, 'dig', upperHalfOf('water'))
  const together = { ...start, 'To do': ['sow', 'dig', 'water', 'weed'] }
  await isMoved(visitor, together, 2)
  expect(await page.locator('.selected').count()).toBe(2)
  await drag(page, 'mow', upperHalfOf('sow'))
  await isMoved(visitor, { 'To do': ['mow', ...together['To do']], Doing: ['prune'] }, 3)
  expect(await page.locator('.selected').count()).toBe(0)
})
