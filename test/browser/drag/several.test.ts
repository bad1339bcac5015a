import { expect, test } from 'vitest'
import { boardIs } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { carryTo, isMoved, pickUp, placeIsBetween, select, start, upperHalfOf, visit } from './dragging.ts'

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
  await placeIsBetween(page, 'plan', 'buy seeds')
  await becomes(() => page.locator('.dragged').count(), 3)
  expect(await page.evaluate(() => (window as { texts?: unknown }).texts)).toContain('3 cards')
  await page.mouse.up()
  await isMoved(visitor, {
    'To do': ['sow', 'water'],
    Doing: ['prune'],
    Done: ['plan', 'dig', 'weed', 'mow', 'buy seeds'],
  })
  await page.getByText('Moved 3 cards to Done. 2 of 5.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await boardIs(page, visitor.person.client, visitor.project, before)
})
