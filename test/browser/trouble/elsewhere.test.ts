import { beforeEach, describe, expect, test } from 'vitest'
import { boardIs, composer, edit, heading, idOf, link } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline } from '../../support/browsing/browsing.ts'
import { isSent, refusalIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { linesIn, lookAt, press } from './board.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('deleted elsewhere', () => {
  test('a card that is edited leaves its new text behind, and a project what was being written in it to the inbox', async () => {
    const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed'], Doing: ['Dig', 'Rake'] })
    await edit(page, 'Dig', 'Dig deeper')
    await person.client.removeCard({ id: await idOf({ ...person, project }, 'Dig') })
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Rake'] })
    expect(await refusalIn(page, person.user.id)).toMatchObject({
      code: 'not_found',
      operation: { kind: 'edit card', text: 'Dig deeper', before: 'Dig' },
    })
    await isSent(page, person.user.id)

    await composer(page, 'Done').fill('Plan the')
    await person.client.removeProject({ project_id: project.id })
    await heading(page, 'This project is not there').waitFor()
    await page.getByText('What you were writing in this project is in your inbox’s field now.').waitFor()
    expect(await link(page, /Garden/).count()).toBe(0)
    await link(page, 'Go to your inbox').click()
    await becomes(() => linesIn(page), ['Plan the'])
  })
})

test('a stale page loses nothing that others added when it moves a card', async () => {
  const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed', 'Water'], Doing: ['Dig'] })
  await goOffline(page)
  await person.client.addProjectCard({ project_id: project.id, text: 'From elsewhere' })
  await press(page, 'Weed', 'Shift+ArrowDown')
  await becomes(() => boardOn(page), { 'To do': ['Water', 'Weed'], Doing: ['Dig'], Done: [] })
  await press(page, 'Water', 'Shift+ArrowRight')
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Water', 'Dig'], Done: [] })
  await page.context().setOffline(false)
  await boardIs(page, person.client, project, {
    'To do': ['Weed', 'From elsewhere'],
    Doing: ['Water', 'Dig'],
  })
})
