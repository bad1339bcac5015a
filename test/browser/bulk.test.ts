import { expect, test } from 'vitest'
import { objectionsTo } from '../support/browsing/axe.ts'
import { becomes, gatewayDown, goOffline, intercept, makeBoard } from '../support/browsing/browsing.ts'
import { lookAt } from '../support/browsing/keys.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

test('hundreds of cards are completed, deleted and brought back in a handful of requests, with a progress bar', async () => {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const project = await makeBoard(client, 'Garden')
  const many = 320
  for (let at = 0; at < many; at += 80)
    await client.batch({
      operations: Array.from({ length: 80 }, (_, index) => ({
        method: 'POST' as const,
        path: `/api/projects/${project.id}/cards`,
        body: { text: `Card ${at + index + 1}` },
      })),
    })
  const { page, press, hears } = await lookAt(browsing, person, project)
  await becomes(() => page.locator('.card').count(), many)
  let batches = 0
  let isHeld = true
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await intercept(page, '**/api/batch', async (route) => {
    batches++
    if (isHeld) await held
    await route.continue()
  })

  await press('ArrowDown', 'Control+a', 'c')
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), many)
  await hears(`Sending ${many} changes.`)
  const bar = page.getByRole('progressbar', { name: 'Sending changes' })
  await bar.waitFor()
  expect(await bar.getAttribute('aria-valuetext')).toBe(`0 of ${many} sent`)
  expect(await objectionsTo(page)).toEqual([])
  isHeld = false
  release()
  await bar.waitFor({ state: 'detached' })
  await hears('Everything has reached the server.')
  expect(batches).toBe(4)

  batches = 0
  await press('Control+a', 'Delete')
  await becomes(() => page.locator('.card').count(), 0)
  await becomes(async () => (await client.listBin()).items.length, many)
  await press('z')
  await becomes(() => page.locator('.card').count(), many)
  const cards = async () => (await client.listProjectCards({ project_id: project.id })).cards
  await becomes(async () => (await cards()).length, many)
  await becomes(() => page.locator('.progress').count(), 0)
  const { cards: restored } = await client.listProjectCards({ project_id: project.id })
  expect(restored.map(({ text }) => text)).toEqual(
    Array.from({ length: many }, (_, index) => `Card ${index + 1}`),
  )
  expect(restored.every(({ complete }) => complete)).toBe(true)
  // 320 deletions; 320 restorations and 320 moves back to their places.
  expect(batches).toBeLessThanOrEqual(12)
})

test('a bar does not stand still while the server is away', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  const field = page.getByRole('textbox', { name: 'Add a card to Inbox' })
  await field.waitFor()
  await intercept(page, '**/api/**', gatewayDown)
  await goOffline(page)
  await field.fill(Array.from({ length: 60 }, (_, index) => `Card ${index + 1}`).join('\n'))
  await page.keyboard.press('Enter')
  await becomes(() => page.locator('.card').count(), 60)
  await page.getByRole('button', { name: 'Offline · everything is kept on this device' }).waitFor()
  await becomes(() => page.locator('.progress').count(), 0)
  await page.unroute('**/api/**')
  await page.context().setOffline(false)
  await becomes(async () => (await person.client.listInboxCards()).cards.length, 60)
})
