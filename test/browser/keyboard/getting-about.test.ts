import { expect, test } from 'vitest'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { type Desk, lookAt, sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

const places = async ({ page }: Desk, name: string) =>
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

test('i, [, ] and the comma go to every page', async () => {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', garden)
  await makeBoard(person.client, 'House', { 'To do': ['Paint'] })
  const desk = await lookAt(browsing, person, project)
  const steps = [
    [']', 'House'],
    [']', 'Inbox'],
    ['[', 'House'],
    ['[', 'Garden'],
    ['i', 'Inbox'],
    ['b', 'Bin'],
    [',', 'Settings'],
    ['[', 'House'],
    [',', 'Settings'],
    [']', 'Garden'],
  ] as const
  for (const [key, name] of steps) {
    await desk.press(key)
    await places(desk, name)
  }
  await desk.press('ArrowDown')
  await desk.focusIs('Weed')
})

test('r renames and p begins a project; Escape leaves the name as it was, and gives the new one up', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, press, write, focusIs } = desk
  await press('r')
  await focusIs('Project name')
  await write('Park')
  await press('Escape')
  await focusIs('Garden')
  await press('r')
  await focusIs('Project name')
  await write('Park')
  await press('Enter')
  await places(desk, 'Park')
  await focusIs('Park')
  await becomes(async () => (await desk.client.listProjects()).projects.map(({ title }) => title), ['Park'])

  await press('ArrowDown')
  await focusIs('Weed')
  await press('p')
  await focusIs('Name of the new project')
  await press('Escape')
  await focusIs('Weed')
  // Reached by Tab, it is there that one is back.
  for (let stops = 0; stops < 8; stops++) await press('Shift+Tab')
  await focusIs('New project')
  await press('Enter')
  await focusIs('Name of the new project')
  await press('Escape')
  await focusIs('New project')
  await press('j')
  await focusIs('Water')
  await press('p')
  await focusIs('Name of the new project')
  await write('House')
  await press('Enter')
  await places(desk, 'House')
  await focusIs('Add a card to To do')
  await becomes(
    async () => (await desk.client.listProjects()).projects.map(({ title }) => title),
    ['Park', 'House'],
  )
  expect(await page.title()).toBe('House · Inboard')
})
