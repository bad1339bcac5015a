import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { boardIs, card, edit, tick } from '../../support/browsing/boards.ts'
import { becomes, comeBack, makeBoard } from '../../support/browsing/browsing.ts'
import { isSent, refusalIn, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { wire } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('two devices', () => {
  const openBoth = async () => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water'] })
    const pages = await Promise.all([1, 2].map(() => browsing.open(`/projects/${garden.id}`, { person })))
    const [one, other] = pages as [Page, Page]
    for (const page of pages) await card(page, 'Weed').waitFor()
    return { client, garden, one, other }
  }
  /** The same text is changed on both while one of them has no net. */
  const editOnBoth = async () => {
    const both = await openBoth()
    const net = await wire(both.other)
    net.isCut = true
    await edit(both.other, 'Weed', 'Weed the paths')
    await both.other.keyboard.press('Enter')
    await card(both.other, 'Weed the paths').waitFor()
    await edit(both.one, 'Weed', 'Weed the beds')
    await both.one.keyboard.press('Enter')
    await boardIs(both.one, both.client, both.garden, { 'To do': ['Weed the beds', 'Water'] })
    return { ...both, net }
  }

  test('that give one card two texts keep both: the first stands, the other waits to be chosen, also through a reload', async () => {
    const { client, garden, one, other, net } = await editOnBoth()
    net.isCut = false
    await comeBack(other)
    expect(await refusalIn(other, person.user.id)).toMatchObject({
      code: 'changed_meanwhile',
      operation: { kind: 'edit card', text: 'Weed the paths', before: 'Weed' },
      theirs: 'Weed the beds',
    })
    for (const page of [one, other])
      await boardIs(page, client, garden, { 'To do': ['Weed the beds', 'Water'] })
    expect(await refusedIn(one, person.user.id)).toEqual([])
    await isSent(other, person.user.id)
    await other.reload()
    await card(other, 'Weed the beds').waitFor()
    expect((await refusedIn(other, person.user.id)).map(({ theirs }) => theirs)).toEqual(['Weed the beds'])
  })

  test('that change different things about a card are both right', async () => {
    const { client, garden, one, other } = await openBoth()
    const net = await wire(other)
    net.isCut = true
    await edit(other, 'Weed', 'Weed the paths')
    await other.keyboard.press('Enter')
    await card(one, 'Weed').focus()
    await one.keyboard.press('Shift+ArrowRight')
    await tick(one, 'Weed').click()
    await boardIs(one, client, garden, { 'To do': ['Water'], Doing: ['Weed'] })
    net.isCut = false
    await comeBack(other)
    for (const page of [one, other])
      await boardIs(page, client, garden, { 'To do': ['Water'], Doing: ['Weed the paths'] })
    for (const page of [one, other]) await becomes(() => tick(page, 'Weed the paths').isChecked(), true)
    await isSent(other, person.user.id)
    expect(await refusedIn(other, person.user.id)).toEqual([])
  })
})
