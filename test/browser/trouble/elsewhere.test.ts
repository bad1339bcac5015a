import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '../../../src/contract/project.ts'
import { boardIs, composer, edit, heading, link, tick } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline } from '../../support/browsing/browsing.ts'
import { isSent, refusalIn, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { complaints, linesIn, lookAt, press } from './board.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

const idOf = async (project: Project, text: string) => {
  const { cards } = await person.client.listProjectCards({ project_id: project.id })
  return cards.find((one) => one.text === text)?.id ?? ''
}

describe('deleted elsewhere', () => {
  test('a card that is edited leaves its new text behind, and a project what was being written in it to the inbox', async () => {
    const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed'], Doing: ['Dig', 'Rake'] })
    await edit(page, 'Dig', 'Dig deeper')
    await person.client.removeCard({ id: await idOf(project, 'Dig') })
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

  test('a card that is completed, moved or deleted meanwhile is gone without a word', async () => {
    const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed', 'Water', 'Sow', 'Mow'] })
    await goOffline(page)
    for (const text of ['Weed', 'Water', 'Sow'])
      await person.client.removeCard({ id: await idOf(project, text) })
    await tick(page, 'Weed').click()
    await becomes(() => tick(page, 'Weed').isChecked(), true)
    await press(page, 'Water', 'Shift+ArrowRight')
    await becomes(() => boardOn(page), { 'To do': ['Weed', 'Sow', 'Mow'], Doing: ['Water'], Done: [] })
    await press(page, 'Sow', 'Delete')
    await becomes(() => boardOn(page), { 'To do': ['Weed', 'Mow'], Doing: ['Water'], Done: [] })
    // A neighbour's end is nothing to the card that is moved.
    await press(page, 'Mow', 'Shift+ArrowUp')
    await becomes(() => boardOn(page), { 'To do': ['Mow', 'Weed'], Doing: ['Water'], Done: [] })
    await page.context().setOffline(false)
    await boardIs(page, person.client, project, { 'To do': ['Mow'] })
    await isSent(page, person.user.id)
    expect(await refusedIn(page, person.user.id)).toEqual([])
    expect(await complaints(page)).toBe(0)
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
