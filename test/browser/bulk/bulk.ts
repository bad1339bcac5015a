import { expect } from 'vitest'
import { maxOperations } from '../../../src/contract/plain/limits.ts'
import { count } from '../../../src/web/model/wording.ts'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { addCards, type Browsing, becomes, intercept, makeBoard } from '../../support/browsing/browsing.ts'
import { lookAt } from '../../support/browsing/keys.ts'

/** Completes, deletes and restores this many cards of a column at once, in a handful of requests. */
export async function treatAtOnce(browsing: Browsing, many: number): Promise<void> {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const project = await makeBoard(client, 'Garden')
  const texts = Array.from({ length: many }, (_, index) => `Card ${index + 1}`)
  for (let at = 0; at < many; at += maxOperations)
    await addCards(client, `/api/projects/${project.id}/cards`, texts.slice(at, at + maxOperations))
  const { page, press, hears } = await lookAt(browsing, person, project)
  await becomes(() => page.locator('.card').count(), many)
  let batches = 0
  const held = Promise.withResolvers<void>()
  await intercept(page, '**/api/batch', async (route) => {
    batches++
    await held.promise
    await route.continue()
  })

  await press('ArrowDown', 'Control+a')
  await hears(`Selected, ${count(many)} in all`)
  await press('c')
  await becomes(() => page.locator('.card.complete').count(), many)
  const mark = page.getByRole('button', { name: `${count(many)} changes waiting`, exact: true })
  await mark.waitFor()
  expect(await objectionsTo(page)).toEqual([])
  held.resolve()
  await mark.waitFor({ state: 'detached' })
  await hears('Everything has reached the server.')
  const atLeast = Math.ceil(many / maxOperations)
  expect(batches).toBe(atLeast)

  batches = 0
  await press('Control+a', 'Delete')
  await becomes(() => page.locator('.card').count(), 0)
  await becomes(async () => (await client.listBin()).items.length, many)
  await press('z')
  await becomes(() => page.locator('.card').count(), many)
  const cards = async () => (await client.listProjectCards({ project_id: project.id })).cards
  await becomes(async () => (await cards()).length, many)
  await becomes(() => page.locator('.mark').count(), 0)
  const restored = await cards()
  expect(restored.map(({ text }) => text)).toEqual(texts)
  expect(restored.every(({ complete }) => complete)).toBe(true)
  // The deletions; the restorations, and the moves back to their places.
  expect(batches).toBeLessThanOrEqual(3 * atLeast)
}
