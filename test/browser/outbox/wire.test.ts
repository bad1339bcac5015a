import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { card, inboxIs } from '../../support/browsing/boards.ts'
import { addCards, becomes, boardOf, makeBoard, operationsOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { times } from '../../support/service/sending.ts'

const browsing = browseInTests()

/** Counts what goes to the server and comes from it with writes, heads included. */
function countWire(page: Page): () => Promise<number> {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/api/batch')) return
    sizes.push(
      request
        .sizes()
        .then((size) =>
          [
            size.requestBodySize,
            size.requestHeadersSize,
            size.responseBodySize,
            size.responseHeadersSize,
          ].reduce((sum, one) => sum + one),
        ),
    )
  })
  return async () => (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0)
}

test('a hundred cards are moved and completed by one operation, under one number', async () => {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const texts = times(100, (index) => `Card ${index + 1}`)
  const project = await makeBoard(client, 'Garden', { 'To do': texts })
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await becomes(() => page.locator('.card').count(), 100)
  const [bytes, operations] = [countWire(page), operationsOf(page)]
  const { seq } = await client.changes()
  await card(page, 'Card 1').focus()
  for (const key of ['Control+a', 'Shift+ArrowRight', 'Shift+ArrowRight']) await page.keyboard.press(key)
  await becomes(() => boardOf(client, project), { 'To do': [], Doing: [], Done: texts })
  const { cards } = await client.listProjectCards({ project_id: project.id })
  expect(cards.filter(({ complete }) => complete)).toHaveLength(100)
  expect((await client.changes()).seq).toBe(seq + 2)
  // A busy browser tells of what it has sent when the server has long answered.
  await becomes(async () => operations().length, 2)
  expect(await bytes()).toBeLessThan(2 * 20_000)
})

test('a card that is dragged in a long column costs a few kilobytes', async () => {
  const person = await browsing.inboard.signIn()
  for (let at = 0; at < 300; at += 100)
    await addCards(
      person.client,
      '/api/inbox/cards',
      times(100, (index) => `Card ${at + index + 1}`),
    )
  const page = await browsing.open('/', { person })
  await becomes(() => page.locator('.card').count(), 300)
  const bytes = countWire(page)
  await card(page, 'Card 300').focus()
  await page.keyboard.press('Shift+ArrowUp')
  const order = times(300, (index) => `Card ${index + 1}`)
  order.splice(298, 2, 'Card 300', 'Card 299')
  await inboxIs(page, person.client, order)
  expect(await bytes()).toBeLessThan(5000)
})
