import { add, boardIs, card, edit } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOn, comeBack, makeBoard } from '../../support/browsing/browsing.ts'
import { holdBatches } from '../../support/browsing/store.ts'

/** Works online in a browser that a script has taken something from. */
export async function workWithout(browsing: Browsing, without: () => void): Promise<void> {
  const person = await browsing.inboard.signIn()
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
}
