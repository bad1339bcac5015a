import { isDeepStrictEqual } from 'node:util'
import { beforeEach, expect, test } from 'vitest'
import { add, boardIs, button, card, edit, heading, link, tick } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, comeBack, makeBoard } from '../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { openAgain, wire } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('offline changes are shown at once, survive the tab, and arrive exactly once and in order', async () => {
  const { client, user } = person
  const garden = await makeBoard(client, 'Garden', {
    'To do': ['Weed', 'Water', 'Sow'],
    Doing: ['Dig', 'Rake'],
  })
  const house = await makeBoard(client, 'House', { Doing: ['Paint'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  const context = page.context()
  await card(page, 'Weed').waitFor()
  const net = await wire(page)
  net.isCut = true
  /** Does something, and waits until it is seen: keys that wait for the disk act on the card that has the focus then. */
  const seen = async (work: () => Promise<unknown>) => {
    const before = await boardOn(page)
    await work()
    await becomes(async () => isDeepStrictEqual(await boardOn(page), before), false)
  }
  const press = (text: string, key: string) =>
    seen(async () => {
      await card(page, text).focus()
      await page.keyboard.press(key)
    })

  await add(page, 'Mow', 'To do')
  await add(page, 'Prune', 'Doing')
  await edit(page, 'Water', 'Water the roses')
  await page.keyboard.press('Enter')
  await edit(page, 'Water the roses', 'Water the roses twice')
  await page.keyboard.press('Enter')
  await tick(page, 'Weed').click()
  await becomes(() => page.locator('.card.complete').count(), 1)
  await press('Sow', 'Shift+ArrowUp')
  await press('Dig', 'Shift+ArrowRight')
  await card(page, 'Rake').focus()
  await page.keyboard.press('m')
  await seen(() => page.getByRole('option', { name: 'Doing House' }).click())
  await press('Weed', 'Delete')
  await press('Prune', 'Delete')
  await button(page, 'Undo').click()
  await heading(page, 'Garden').getByRole('button').click()
  await page.keyboard.type('Allotment')
  await page.keyboard.press('Enter')
  const shown = { 'To do': ['Sow', 'Water the roses twice', 'Mow'], Doing: ['Prune'], Done: ['Dig'] }
  await becomes(() => boardOn(page), shown)

  await button(page, 'New project').click()
  await page.keyboard.type('Attic')
  await page.keyboard.press('Enter')
  await heading(page, 'Attic').waitFor()
  await add(page, 'Sort the boxes', 'To do')
  await add(page, 'Carry them down', 'Doing')
  await add(page, 'Find the ladder', 'Done')
  const attic = { 'To do': ['Sort the boxes'], Doing: ['Carry them down'], Done: ['Find the ladder'] }
  await becomes(() => boardOn(page), attic)
  const { pathname } = new URL(page.url())
  await page.close()

  // Nothing has left this device.
  expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Garden', 'House'])
  const next = await openAgain(browsing, context, pathname)
  await becomes(() => boardOn(next), attic)
  await link(next, 'Allotment 4 of 5 open').click()
  await becomes(() => boardOn(next), shown)
  await link(next, 'House 2 of 2 open').click()
  await becomes(() => boardOn(next), { 'To do': [], Doing: ['Paint', 'Rake'], Done: [] })

  net.isCut = false
  await comeBack(next)
  await isSent(next, user.id)
  expect(await refusedIn(next, user.id)).toEqual([])
  const { projects } = await client.listProjects()
  expect(projects.map(({ title }) => title)).toEqual(['Allotment', 'House', 'Attic'])
  expect(projects.map(({ completed_card_count }) => completed_card_count)).toEqual([1, 0, 1])
  expect(await boardOf(client, garden)).toEqual(shown)
  expect(await boardOf(client, house)).toEqual({ 'To do': [], Doing: ['Paint', 'Rake'], Done: [] })
  const made = projects.at(-1)
  expect(made && (await boardOf(client, made))).toEqual(attic)
  expect((await client.listBin()).items.map(({ text }) => text)).toEqual(['Weed'])
  await link(next, 'Allotment 4 of 5 open').click()
  await boardIs(next, client, garden, shown)
})
