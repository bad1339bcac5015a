import { test } from 'vitest'
import { becomes, boardOn, intercept, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a second start does not wait for the network', async () => {
  const person = await browsing.inboard.signIn()
  const board = { 'To do': ['Weed', 'Water'], Doing: ['Dig'], Done: [] }
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await becomes(() => boardOn(page), board)
  await intercept(page, '**/api/**', () => {})
  await page.reload()
  await becomes(() => boardOn(page), board)
})
