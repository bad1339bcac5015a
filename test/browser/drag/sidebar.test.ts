import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { becomes, boardOf, boardOn, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import {
  carryTo,
  drag,
  hasFocus,
  isOver,
  movesIn,
  pickUp,
  placeIsBetween,
  select,
  start,
  upperHalfOf,
  visit,
  within,
} from './dragging.ts'

const browsing = browseInTests()

const row = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
const rowOf = (name: string) => within((page) => row(page, name))

test('cards go to the inbox and to other projects by the sidebar, whose row lights up; the inbox is put in order in the same way', async () => {
  const { page, person, sent } = await visit(browsing, start)
  const { client } = person
  await client.addInboxCard({ text: 'call' })
  const kitchen = await makeBoard(client, 'Kitchen', { 'To do': ['cook'], Doing: ['wash'] })
  await row(page, 'Kitchen 2 of 2 open').waitFor()

  await pickUp(page, 'dig')
  await carryTo(page, rowOf('Inbox'))
  await becomes(() => row(page, 'Inbox').getAttribute('class'), 'bar row over')
  await page.mouse.up()
  await becomes(() => inboxOf(client), ['call', 'dig'])
  await isOver(page)
  await hasFocus(page, 'sow')
  expect([movesIn(sent()), sent().length]).toEqual([1, 1])

  for (const text of ['weed', 'prune']) await select(page, text)
  await pickUp(page, 'prune')
  await carryTo(page, rowOf('Kitchen'))
  await becomes(() => row(page, 'Kitchen').getAttribute('class'), 'bar row over')
  await page.mouse.up()
  const cooked = { 'To do': ['cook', 'weed', 'prune'], Doing: ['wash'], Done: [] }
  await becomes(() => boardOf(client, kitchen), cooked)
  await becomes(() => boardOn(page), { 'To do': ['sow', 'water'], Doing: ['mow'], Done: [] })
  await isOver(page)
  expect([movesIn(sent()), sent().length]).toEqual([2, 2])
  await page.getByText('Moved 2 cards to Kitchen · To do').waitFor()

  await row(page, 'Inbox').click()
  await becomes(() => boardOn(page), { Inbox: ['call', 'dig'] })
  await pickUp(page, 'dig')
  await carryTo(page, upperHalfOf('call'))
  await placeIsBetween(page, undefined, 'call')
  await page.mouse.up()
  await becomes(() => boardOn(page), { Inbox: ['dig', 'call'] })
  await becomes(() => inboxOf(client), ['dig', 'call'])
  expect([movesIn(sent()), sent().length]).toEqual([3, 3])

  await drag(page, 'call', rowOf('Kitchen'))
  await becomes(() => boardOn(page), { Inbox: ['dig'] })
  await becomes(() => inboxOf(client), ['dig'])
  const all = { ...cooked, 'To do': ['cook', 'weed', 'prune', 'call'] }
  await becomes(() => boardOf(client, kitchen), all)
  expect([movesIn(sent()), sent().length]).toEqual([4, 4])

  await row(page, 'Kitchen').click()
  await becomes(() => boardOn(page), all)
})
