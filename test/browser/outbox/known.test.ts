import { expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, goOffline, intercept } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('an edit that follows a move is not refused: the app first reads the current revision', async () => {
  const { page, client, project, press, write, focusIs } = await sitDown(browsing, { 'To do': ['A', 'B'] })
  await goOffline(page)
  await press('ArrowDown', 'Shift+ArrowRight')
  // It has the focus before, too.
  await becomes(() => boardOn(page), { 'To do': ['B'], Doing: ['A'], Done: [] })
  await focusIs('A')
  await press('e')
  await write(' and on')
  await press('Enter')
  await card(page, 'A and on').waitFor()
  // The stream may be late.
  await intercept(page, '**/api/events*', (route) => route.abort())
  const answers: Promise<{ results: { status: number }[] }>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('/api/batch') && response.ok()) answers.push(response.json())
  })
  await page.context().setOffline(false)
  await becomes(() => boardOf(client, project), { 'To do': ['B'], Doing: ['A and on'], Done: [] })
  const statuses = (await Promise.all(answers)).flatMap(({ results }) => results.map(({ status }) => status))
  expect(statuses).toContain(200)
  expect(statuses).not.toContain(412)
})
