import { beforeEach, describe, expect, test } from 'vitest'
import { add, boardIs, card, edit, inboxIs, tick } from '../../support/browsing/boards.ts'
import {
  becomes,
  boardOn,
  comeBack,
  inboxOf,
  makeBoard,
  operationsOf,
} from '../../support/browsing/browsing.ts'
import { holdBatches, isSent, refusalIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { openInbox, typeAll } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a lost response duplicates nothing', async () => {
  const page = await openInbox(browsing, person)
  const held = await holdBatches(page)
  const sent = operationsOf(page)
  await add(page, 'Milk')
  await held.lose()
  await add(page, 'Bread')
  await held.lose()
  await tick(page, 'Milk').click()
  await held.letGo()
  await comeBack(page)
  await inboxIs(page, person.client, ['Milk', 'Bread'])
  await isSent(page, person.user.id)
  expect(await inboxOf(person.client)).toEqual(['Milk', 'Bread'])
  expect(await tick(page, 'Milk').isChecked()).toBe(true)
  expect(sent().filter((one) => one.startsWith('POST')).length).toBeGreaterThan(2)
})

describe('something that the server cannot do', () => {
  test('now is sent again until it can, and what is behind it waits its turn', async () => {
    const page = await openInbox(browsing, person)
    const held = await holdBatches(page)
    await typeAll(page, ['Milk', 'Bread', 'Eggs'])
    for (const _ of [1, 2]) await held.fail()
    expect(await inboxOf(person.client)).toEqual([])
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    await held.letGo()
    await comeBack(page)
    await inboxIs(page, person.client, ['Milk', 'Bread', 'Eggs'])
  })

  test("a refused change is kept aside and doesn't hold up others", async () => {
    const { client, user } = person
    const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await card(page, 'Weed').waitFor()
    const held = await holdBatches(page)
    await edit(page, 'Weed', 'Weed the beds')
    await page.keyboard.press('Enter')
    await add(page, 'Water', 'To do')
    await client.removeCard({
      id: (await client.listProjectCards({ project_id: garden.id })).cards[0]?.id ?? '',
    })
    await held.letGo()
    await boardIs(page, client, garden, { 'To do': ['Water'] })
    expect(await refusalIn(page, user.id)).toMatchObject({
      code: 'not_found',
      operation: { kind: 'edit card', text: 'Weed the beds' },
    })
    await isSent(page, user.id)
  })
})
