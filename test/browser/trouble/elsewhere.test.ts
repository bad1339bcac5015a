import { beforeEach, describe, expect, test } from 'vitest'
import { boardIs, composer, edit, heading, idOf, link } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { linesIn, lookAt, press } from './board.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('deleted elsewhere', () => {
  test('a card that is edited can be kept as a new one, and a project what was being written in it to the inbox', async () => {
    const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed'], Doing: ['Dig', 'Rake'] })
    await edit(page, 'Dig', 'Dig deeper')
    await person.client.removeCard({ id: await idOf({ ...person, project }, 'Dig') })
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Rake'] })
    await page.getByText('This card was deleted on another device.').waitFor()
    await page.keyboard.press('Enter')
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig deeper', 'Rake'] })
    await isSent(page, person.user.id)

    await composer(page, 'Done').fill('Plan the')
    await person.client.removeProject({ project_id: project.id })
    await heading(page, 'Project not found').waitFor()
    await page.getByText('This project was deleted. Your unfinished card is in the inbox.').waitFor()
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
