import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import { type Browsing, becomes, makeBoard, startBrowsing } from '../support/browsing.ts'
import {
  add,
  boardIs,
  button,
  card,
  composer,
  edit,
  editor,
  heading,
  link,
  tick,
} from '../support/browsing-boards.ts'
import type { SignedIn } from '../support/inboard.ts'

let browsing: Browsing
let person: SignedIn
let project: Project
/** Two tabs of one browser, on the same board. */
let one: Page
let other: Page
const board = { 'To do': ['Weed', 'Water'], Doing: ['Dig'] }

beforeAll(async () => {
  browsing = await startBrowsing()
})
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  project = await makeBoard(person.client, 'Garden', board)
  one = await browsing.open(`/projects/${project.id}`, { person })
  other = await one.context().newPage()
  await other.goto(one.url())
  await bothShow(board)
})
afterAll(() => browsing?.stop())
afterEach(async () => {
  await Promise.all(browsing.browser.contexts().map((context) => context.close()))
  expect(browsing.complaints).toEqual([])
})

async function bothShow(wanted: Record<string, string[]>): Promise<void> {
  for (const tab of [one, other]) await boardIs(tab, person.client, project, wanted)
}

test('what is done in one tab is seen in the other', async () => {
  await add(one, 'Sow', 'To do')
  await bothShow({ 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Dig'] })
  await card(one, 'Weed').focus()
  await one.keyboard.press('Shift+ArrowRight')
  await bothShow({ 'To do': ['Water', 'Sow'], Doing: ['Weed', 'Dig'] })
  // The tab that was told goes on from there.
  await edit(other, 'Sow', 'Sow beans')
  await other.keyboard.press('Enter')
  await bothShow({ 'To do': ['Water', 'Sow beans'], Doing: ['Weed', 'Dig'] })
  await tick(other, 'Dig').click()
  await link(one, 'Garden 3 open of 4').waitFor()
  expect(await tick(one, 'Dig').isChecked()).toBe(true)
  await card(other, 'Water').focus()
  await other.keyboard.press('Delete')
  await bothShow({ 'To do': ['Sow beans'], Doing: ['Weed', 'Dig'] })
  await button(other, 'Undo').click()
  await bothShow({ 'To do': ['Water', 'Sow beans'], Doing: ['Weed', 'Dig'] })
})

test('what is done to projects in one tab is seen in the other', async () => {
  await heading(one, 'Garden').getByRole('button').click()
  await one.keyboard.type('Allotment')
  await one.keyboard.press('Enter')
  await heading(other, 'Allotment').waitFor()
  await link(other, 'Allotment 3 open of 3').waitFor()
  expect(await other.title()).toBe('Allotment · Inboard')

  await button(other, 'New project').click()
  await other.keyboard.type('House')
  await other.keyboard.press('Enter')
  await heading(other, 'House').waitFor()
  await link(one, 'House').click()
  await heading(one, 'House').waitFor()

  await button(one, 'Project actions').click()
  await one.getByRole('option', { name: 'Delete this project' }).click()
  await button(one, 'Delete project').click()
  await heading(one, 'Inbox').waitFor()
  await heading(other, 'This project is not there').waitFor()
  expect(await link(other, 'House').count()).toBe(0)
  await becomes(
    async () => (await person.client.listProjects()).projects.map(({ title }) => title),
    ['Allotment'],
  )
})

test('a card that is edited in both keeps what is being typed, wherever it goes', async () => {
  await edit(other, 'Weed', 'Weed the beds')
  await edit(one, 'Weed', 'Weed everything')
  await one.keyboard.press('Enter')
  await add(one, 'Sow', 'To do')
  await other.getByText('Sow').waitFor()
  expect(await editor(other).inputValue()).toBe('Weed the beds')

  await card(one, 'Weed everything').focus()
  await one.keyboard.press('Shift+ArrowRight')
  await other.getByRole('region', { name: 'Doing' }).getByRole('textbox', { name: 'Card text' }).waitFor()
  expect(await editor(other).inputValue()).toBe('Weed the beds')
  await boardIs(one, person.client, project, { 'To do': ['Water', 'Sow'], Doing: ['Weed everything', 'Dig'] })
  await editor(other).press('Enter')
  await bothShow({ 'To do': ['Water', 'Sow'], Doing: ['Weed the beds', 'Dig'] })
})

test('what is typed in one is left alone by the other', async () => {
  await composer(one, 'To do').fill('Half a')
  await add(other, 'Sow', 'To do')
  await bothShow({ 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Dig'] })
  expect(await composer(one, 'To do').inputValue()).toBe('Half a')
  await composer(one, 'To do').press('End')
  await one.keyboard.type(' thought')
  await one.keyboard.press('Enter')
  await bothShow({ 'To do': ['Weed', 'Water', 'Sow', 'Half a thought'], Doing: ['Dig'] })
})

test('coming back shows what another device has changed', async () => {
  const { client } = person
  const inbox = await one.context().newPage()
  await inbox.goto(browsing.appUrl)
  await inbox.getByText('Nothing waits for you.').waitFor()
  await client.addInboxCard({ text: 'From the phone' })
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const dig = cards.find(({ text }) => text === 'Dig')
  await client.editCard({ id: dig?.id ?? '', text: 'Dig a pond', complete: true })
  await client.addProject({ title: 'House' })
  for (const tab of [one, inbox]) await tab.evaluate(() => dispatchEvent(new Event('focus')))
  await boardIs(one, client, project, { 'To do': ['Weed', 'Water'], Doing: ['Dig a pond'] })
  await one.getByText('1 of 3 complete').waitFor()
  await link(one, 'House').waitFor()
  await inbox.getByText('From the phone').waitFor()
  await becomes(async () => await link(inbox, 'Garden 2 open of 3').count(), 1)
  await link(inbox, 'Inbox 1 waiting').waitFor()
})
