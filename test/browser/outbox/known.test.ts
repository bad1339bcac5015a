import { expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { becomes, boardOf, goOffline, intercept, operationsOf } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('an edit that follows a move is sent once: what the move has made of the card is known from its answer', async () => {
  const { page, client, project, press, write, focusIs } = await sitDown(browsing, { 'To do': ['A', 'B'] })
  await goOffline(page)
  await press('ArrowDown', 'Shift+ArrowRight')
  await focusIs('A')
  await press('e')
  await write(' and on')
  await press('Enter')
  await card(page, 'A and on').waitFor()
  // The feed would tell the same.
  await intercept(page, /\/api\/(changes|events)/, (route) => route.abort())
  const operations = operationsOf(page)
  await page.context().setOffline(false)
  await becomes(() => boardOf(client, project), { 'To do': ['B'], Doing: ['A and on'], Done: [] })
  expect(operations().map((one) => one.split(' ')[0])).toEqual(['PUT', 'PATCH'])
})
