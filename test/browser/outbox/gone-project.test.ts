import { beforeEach, describe, expect, test } from 'vitest'
import { add, composer, edit, heading, inboxIs, link, tick } from '../../support/browsing/boards.ts'
import { becomes, comeBack, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { wire } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('something that the server cannot do', () => {
  test('because the project of a new card is gone, is done in the inbox, and so is what was done to the card', async () => {
    const { client, user } = person
    const garden = await makeBoard(client, 'Garden')
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await composer(page, 'To do').waitFor()
    const net = await wire(page)
    net.isCut = true
    await add(page, 'Weed', 'To do')
    await edit(page, 'Weed', 'Weed the beds')
    await page.keyboard.press('Enter')
    await add(page, 'Dig', 'Doing')
    await tick(page, 'Dig').click()
    await client.removeProject({ project_id: garden.id })
    net.isCut = false
    await comeBack(page)
    await heading(page, 'Project not found').waitFor()
    await page.getByText('2 cards went to the inbox: their project was deleted.').waitFor()
    await becomes(() => inboxOf(client), ['Weed the beds', 'Dig'])
    await isSent(page, user.id)
    expect((await client.listInboxCards()).cards.map(({ complete }) => complete)).toEqual([false, true])
    expect(await refusedIn(page, user.id)).toEqual([])
    await link(page, 'Go to your inbox').click()
    await inboxIs(page, client, ['Weed the beds', 'Dig'])
  })
})
