import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { add, boardIs, button, card, edit, tick } from '../../support/browsing/boards.ts'
import {
  type Browsing,
  becomes,
  boardOn,
  browse,
  inboxOf,
  makeBoard,
} from '../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { dialog, openLost, restorable, sentences } from './restored.ts'

let server: Awaited<ReturnType<typeof restorable>>
let browsing: Browsing
let person: SignedIn
beforeAll(async () => {
  server = await restorable()
  browsing = await browse(server.inboard)
})
afterAll(async () => {
  await browsing.stop()
  await server.stop()
})
beforeEach(async () => {
  person = await server.signIn()
})
afterEach(async ({ task }) => {
  await browsing.tidyUp(task.result?.state === 'fail')
  expect(browsing.complaints.splice(0)).toEqual([])
})

const keptAside = async (page: Page) => (await refusedIn(page, person.user.id)).length

test('two devices send again what a restored server has lost, and it is there once', async () => {
  const garden = await makeBoard(person.client, 'Garden', { 'To do': ['Weed', 'Water', 'Sow', 'Prune'] })
  const [one, other] = [
    await browsing.open(`/projects/${garden.id}`, { person }),
    await browsing.open(`/projects/${garden.id}`, { person }),
  ]
  const backup = await server.backUp()
  await add(one, 'Harvest', 'Doing')
  await edit(one, 'Weed', 'Weed the beds')
  await one.keyboard.press('Enter')
  await tick(one, 'Water').click()
  const shed = await makeBoard(person.client, 'Shed', { Doing: ['Paint it'] })
  await person.client.addInboxCard({ text: 'Milk' })
  const { cards } = await person.client.listProjectCards({ project_id: garden.id })
  const idOf = (text: string) => cards.find((one) => one.text === text)?.id ?? ''
  await person.client.removeCard({ id: idOf('Sow') })
  const { statuses } = await person.client.listStatuses({ project_id: garden.id })
  const status_id = statuses[2]?.id ?? ''
  await person.client.setColumn({ project_id: garden.id, status_id, card_ids: [idOf('Prune')] })
  const lately = { 'To do': ['Weed the beds', 'Water'], Doing: ['Harvest'], Done: ['Prune'] }
  await boardIs(one, person.client, garden, lately)
  await isSent(one, person.user.id)
  for (const page of [one, other]) {
    await becomes(() => boardOn(page), lately)
    await page.getByRole('link', { name: /^Shed/ }).waitFor()
  }

  await server.restore(backup)
  for (const page of [one, other]) {
    await openLost(page, 7)
    expect((await sentences(page)).sort()).toEqual([
      'Add “Harvest” to Garden · Doing',
      'Add “Milk” to Inbox',
      'Add “Paint it” to Shed',
      'Complete “Water”',
      'Create the project “Shed”',
      'Edit “Weed”',
      'Move “Prune” to Garden · Done',
    ])
    // What was deleted after the backup is back.
    await becomes(() => boardOn(page), { 'To do': ['Weed', 'Water', 'Sow', 'Prune'], Doing: [], Done: [] })
  }
  await one.reload()
  await openLost(one, 7)
  for (const page of [one, other]) await button(page, 'Send again').click()

  const client = server.clientOf(person)
  for (const page of [one, other]) {
    await isSent(page, person.user.id)
    await becomes(() => keptAside(page), 0)
    await boardIs(page, client, garden, {
      'To do': ['Weed the beds', 'Water', 'Sow'],
      Doing: ['Harvest'],
      Done: ['Prune'],
    })
  }
  expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Garden', 'Shed'])
  await one.goto(`${browsing.appUrl}/projects/${shed.id}`)
  await boardIs(one, client, shed, { Doing: ['Paint it'] })
  expect(await inboxOf(client)).toEqual(['Milk'])
  const sent = (await client.listProjectCards({ project_id: garden.id })).cards
  expect(sent.flatMap(({ text, complete }) => (complete ? [text] : []))).toEqual(['Water'])
})

test('changes that a restored server has lost stay until they are discarded', async () => {
  const page = await browsing.open('/', { person })
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  const backup = await server.backUp()
  await add(page, 'Milk')
  await card(tab, 'Milk').waitFor()
  await isSent(page, person.user.id)
  await server.restore(backup)
  await openLost(page, 1)
  // A further restore changes nothing about it.
  await server.restore(backup)
  await page.reload()
  await openLost(page, 1)
  await openLost(tab, 1)
  expect(await keptAside(page)).toBe(2)
  await button(page, 'Discard').click()
  await becomes(() => keptAside(page), 0)
  for (const one of [page, tab])
    await dialog(one).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
  expect(await inboxOf(server.clientOf(person))).toEqual([])
})

test('signing out asks about what a restored server has lost', async () => {
  const page = await browsing.open('/', { person })
  const backup = await server.backUp()
  await add(page, 'Milk')
  await isSent(page, person.user.id)
  await server.restore(backup)
  await openLost(page, 1)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sign out')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Sign out?' }).getByText('1 unsent change will be lost.').waitFor()
})

test('a text that was changed after the restore is a conflict', async () => {
  await person.client.addInboxCard({ text: 'Milk' })
  const page = await browsing.open('/', { person })
  await card(page, 'Milk').waitFor()
  const backup = await server.backUp()
  await edit(page, 'Milk', 'Oat milk')
  await page.keyboard.press('Enter')
  await card(page, 'Oat milk').waitFor()
  await isSent(page, person.user.id)
  await server.restore(backup)
  await openLost(page, 1)
  const client = server.clientOf(person)
  const [milk] = (await client.listInboxCards()).cards
  await client.editCard({ id: milk?.id ?? '', text: 'Soy milk' })
  await button(page, 'Send again').click()
  await dialog(page).getByRole('button', { name: 'Keep this one' }).waitFor()
  expect(await inboxOf(client)).toEqual(['Soy milk'])
})
