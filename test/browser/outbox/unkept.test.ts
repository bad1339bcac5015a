import { beforeEach, describe, test } from 'vitest'
import { add, boardIs, card, edit } from '../../support/browsing/boards.ts'
import { becomes, boardOn, comeBack, makeBoard } from '../../support/browsing/browsing.ts'
import { holdBatches } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('where a browser cannot keep anything', () => {
  test.each([
    ['no Web Locks', () => Reflect.deleteProperty(Navigator.prototype, 'locks')],
    ['no IndexedDB', () => Reflect.deleteProperty(globalThis, 'indexedDB')],
    [
      'an IndexedDB that refuses',
      () => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('not here', 'SecurityError')
        }
      },
    ],
  ])('with %s, everything works online', async (_, without) => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
    const page = await browsing.open('/healthz', { person })
    await page.addInitScript(without)
    await page.goto(`${browsing.appUrl}/projects/${garden.id}`)
    await card(page, 'Weed').waitFor()
    await add(page, 'Water', 'To do')
    await edit(page, 'Weed', 'Weed the beds')
    await page.keyboard.press('Enter')
    await card(page, 'Weed the beds').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await boardIs(page, client, garden, { 'To do': ['Water'], Doing: ['Weed the beds'] })
    await client.addProjectCard({ project_id: garden.id, text: 'From a script' })
    await boardIs(page, client, garden, { 'To do': ['Water', 'From a script'], Doing: ['Weed the beds'] })

    // What cannot be sent is in memory as long as the page is.
    const held = await holdBatches(page)
    await add(page, 'Mow', 'To do')
    await held.fail()
    await becomes(async () => (await boardOn(page))['To do'], ['Water', 'From a script', 'Mow'])
    await held.letGo()
    await comeBack(page)
    await boardIs(page, client, garden, {
      'To do': ['Water', 'From a script', 'Mow'],
      Doing: ['Weed the beds'],
    })
  })
})
