import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import { boardIs, card, tick } from '../../support/browsing/boards.ts'
import { addCards, becomes, boardOn, makeBoard } from '../../support/browsing/browsing.ts'
import { holdDisk } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { ten, typeAll } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('cards that are typed faster than the disk writes keep their order, in any column', async () => {
  const { client, user } = person
  const garden = await makeBoard(client, 'Garden', { Doing: ['Dig'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await card(page, 'Dig').waitFor()
  const letGo = await holdDisk(page, user.id)
  await typeAll(page, ten, 'Doing')
  // Nothing is shown that is not kept.
  expect((await boardOn(page)).Doing).toEqual(['Dig'])
  await letGo()
  await boardIs(page, client, garden, { Doing: ['Dig', ...ten] })
})

test.each([
  {
    what: 'keys',
    // The first card can be moved up only once it is not the first any more.
    act: async ({ keyboard }: Page) => {
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowDown', 'c'])
        await keyboard.press(key)
    },
    expected: ['Bread', 'Milk, complete'],
  },
  {
    what: 'keys for one card after the other',
    act: async (page: Page) => {
      await page.keyboard.press('Shift+ArrowDown')
      await card(page, 'Bread').focus()
      await page.keyboard.press('c')
      await card(page, 'Milk').focus()
    },
    expected: ['Bread, complete', 'Milk'],
  },
  {
    what: 'clicks',
    act: async (page: Page) => {
      for (let click = 0; click < 3; click++) await tick(page, 'Bread').click()
    },
    expected: ['Milk', 'Bread, complete'],
  },
])('$what that come faster than the disk writes act on what the ones before have done', async (given) => {
  const { client, user } = person
  await addCards(client, '/api/inbox/cards', ['Milk', 'Bread'])
  const page = await browsing.open('/', { person })
  await card(page, 'Milk').focus()
  const letGo = await holdDisk(page, user.id)
  await given.act(page)
  await letGo()
  const stateOf = ({ text, complete }: Card) => (complete ? `${text}, complete` : text)
  await becomes(async () => (await client.listInboxCards()).cards.map(stateOf), given.expected)
})
