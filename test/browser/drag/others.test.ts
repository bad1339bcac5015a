import { expect, test } from 'vitest'
import { boardIs } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, comeBack, intercept } from '../../support/browsing/browsing.ts'
import { busy, outboxIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import {
  carryTo,
  drag,
  isMoved,
  isOver,
  lowerHalfOf,
  pickUp,
  placeIsBetween,
  start,
  upperHalfOf,
  visit,
} from './dragging.ts'

const browsing = browseInTests()

test('a move stays where it was made while the server is busy, and arrives when it can', async () => {
  const { page, person, project } = await visit(browsing, start)
  await intercept(page, '**/api/batch', busy)
  await drag(page, 'dig', lowerHalfOf('prune'))
  const moved = { 'To do': ['sow', 'water', 'weed'], Doing: ['prune', 'dig', 'mow'], Done: [] }
  await becomes(() => boardOn(page), moved)
  await becomes(async () => (await outboxIn(page, person.user.id)).length, 1)
  expect(await boardOf(person.client, project)).toEqual(start)
  await page.unroute('**/api/batch')
  await comeBack(page)
  await boardIs(page, person.client, project, moved)
})

test('changes of others wait until the card is dropped, and a deleted one leaves nothing', async () => {
  const visitor = await visit(browsing, start)
  const { page, person, project } = visitor
  const { cards } = await person.client.listProjectCards({ project_id: project.id })
  await pickUp(page, 'dig')
  await carryTo(page, upperHalfOf('mow'))
  await placeIsBetween(page, 'prune', 'mow')
  await person.client.addProjectCard({ project_id: project.id, text: 'rake' })
  await person.client.removeCard({ id: cards.find(({ text }) => text === 'dig')?.id ?? '' })
  // The feed is here within a moment, and nothing under the hand has moved.
  await page.waitForTimeout(300)
  expect(await boardOn(page)).toEqual(start)
  await placeIsBetween(page, 'prune', 'mow')
  await page.mouse.up()
  const left = { ...start, 'To do': ['sow', 'water', 'weed', 'rake'] }
  await becomes(() => boardOn(page), left)
  await page.getByRole('status').filter({ hasText: '“dig” was deleted elsewhere.' }).first().waitFor()
  expect(await page.getByText('Moved to Doing').count()).toBe(0)
  await page.mouse.move(300, 300)
  await isOver(page)
  await drag(page, 'sow', lowerHalfOf('weed'))
  // The move of the card that was gone was sent too, and came to nothing.
  await isMoved(visitor, { ...left, 'To do': ['water', 'weed', 'sow', 'rake'] }, 2)
})
