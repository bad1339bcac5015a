import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { boardIs, card } from '../../support/browsing/boards.ts'
import { becomes, boardOn, makeBoard } from '../../support/browsing/browsing.ts'
import { holdDisk } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { actWhileHeld } from './held-disk.ts'
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
  // No more than a slow machine types within the five seconds after which the app shows what it could not keep.
  const three = ten.slice(0, 3)
  await typeAll(page, three, 'Doing')
  // Nothing is shown that is not kept.
  expect((await boardOn(page)).Doing).toEqual(['Dig'])
  await letGo()
  await boardIs(page, client, garden, { Doing: ['Dig', ...three] })
})

test('keys that come faster than the disk writes act on the result of the earlier ones', async () => {
  // The first card can be moved up only once it is not the first any more.
  const act = async ({ keyboard }: Page) => {
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowDown', 'c']) await keyboard.press(key)
  }
  await becomes(await actWhileHeld(browsing, act), ['Bread', 'Milk, complete'])
})

test('a key that had to wait for the disk does not take the focus back from where the person has gone', async () => {
  const { client, user } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water', 'Sow'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await card(page, 'Sow').waitFor()
  const letGo = await holdDisk(page, user.id)
  for (const [text, key] of [
    ['Sow', 'c'],
    ['Weed', 'Shift+ArrowDown'],
  ] as const) {
    await card(page, text).focus()
    await page.keyboard.press(key)
  }
  await card(page, 'Sow').focus()
  await letGo()
  await becomes(async () => (await boardOn(page))['To do'], ['Water', 'Weed', 'Sow'])
  await page.keyboard.press('Delete')
  await boardIs(page, client, garden, { 'To do': ['Water', 'Weed'] })
})
