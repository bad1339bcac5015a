import { expect, test } from 'vitest'
import { button, card, heading, idOf, link } from '../../support/browsing/boards.ts'
import { becomes, goOffline } from '../../support/browsing/browsing.ts'
import { paste, withClipboard } from '../../support/browsing/clipboard.ts'
import { lookAt, sitDown } from '../../support/browsing/keys.ts'
import { refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { eventually } from '../../support/service/inboard.ts'
import { askToDelete } from '../projects/project-pages.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('a card that was deleted or restored elsewhere meanwhile: the message says that there is nothing to undo', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, client, press, boardIs, hears } = desk
  const [weed, water] = [await idOf(desk, 'Weed'), await idOf(desk, 'Water')]
  await card(page, 'Weed').focus()
  await press('Delete')
  await boardIs({ ...garden, 'To do': ['Water', 'Sow'] })
  await client.restore({ id: weed })
  await boardIs(garden)
  await press('z')
  await hears('“Weed” was changed elsewhere, so there is nothing to undo.')
  await boardIs(garden)

  await card(page, 'Water').focus()
  await press('Shift+ArrowRight')
  await hears('Moved to Doing.')
  await client.removeCard({ id: water })
  const left = { ...garden, 'To do': ['Weed', 'Sow'] }
  await boardIs(left)
  await press('z')
  await hears('“Water” was deleted, so there is nothing to undo.')
  await press('z')
  await hears('There is nothing to undo.')
  await press('Shift+z')
  await hears('There is nothing to redo.')
  await boardIs(left)
})

test('of several cards the message counts those that were really changed', async () => {
  const person = await browsing.inboard.signIn()
  const { project } = await person.client.addProject({ title: 'Garden' })
  const desk = await lookAt(browsing, person, project, withClipboard)
  const { page, client, press, focusIs, boardIs, hears } = desk
  await press('n')
  await focusIs('Add a card to To do')
  await paste(page, 'Weed\nWater\nSow')
  await press('Enter')
  await boardIs({ 'To do': ['Weed', 'Water', 'Sow'] })
  const water = await idOf(desk, 'Water')
  await client.removeCard({ id: water })
  await boardIs({ 'To do': ['Weed', 'Sow'] })
  await press('Control+z')
  await hears('Deleted 2 cards.')
  await boardIs({})
  await client.restore({ id: await binned(desk, 'Weed') })
  await boardIs({ 'To do': ['Weed'] })
  await press('Control+Shift+z')
  await hears('Added “Sow” to To do.')
  await boardIs({ 'To do': ['Weed', 'Sow'] })
})

const binned = async ({ client }: Parameters<typeof idOf>[0], text: string) =>
  (await client.listBin()).items.find((item) => item.text === text)?.id ?? ''

test('a project that is permanently deleted elsewhere is not offered for restoring; without a net, the message comes later', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, client, press, hears } = desk
  const removeHere = async () => {
    await askToDelete(page)
    await button(page, 'Delete project').click()
    await heading(page, 'Inbox').waitFor()
  }
  await removeHere()
  await hears('Deleted “Garden” and its cards.')
  await becomes(async () => (await client.listBin()).items.length, 1)
  await client.emptyBin()
  await button(page, 'Undo').waitFor({ state: 'detached' })
  await press('z')
  await hears('There is nothing to undo.')

  const { project: other } = await client.addProject({ title: 'House' })
  await link(page, /^House/).click()
  await heading(page, 'House').waitFor()
  await removeHere()
  await hears('Deleted “House”.')
  await becomes(async () => (await client.listBin()).items.length, 1)
  await goOffline(page)
  await client.emptyBin()
  await press('z')
  await hears('Restored “House”.')
  await page.context().setOffline(false)
  await page.getByText("“House” is no longer in the bin, so it can't be restored.").waitFor()
  expect(await refusedIn(page, other.owner_id)).toEqual([])
})

test('undoing the creation of a project says that the cards which others have added go with it', async () => {
  const desk = await sitDown(browsing, {})
  const { page, client, press, write, focusIs, hears } = desk
  await press('p')
  await focusIs('Name of the new project')
  await write('House')
  await press('Enter')
  await focusIs('Add a card to To do')
  const house = await eventually(
    async () => (await client.listProjects()).projects.find(({ title }) => title === 'House'),
    'the project',
  )
  await client.addProjectCard({ project_id: house.id, text: 'Paint' })
  await card(page, 'Paint').waitFor()
  await press('Escape', 'z')
  await hears('Deleted “House” and its card.')
})
