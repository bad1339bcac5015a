import { expect, test } from 'vitest'
import { add, button, card, composer, edit, heading, link, tick } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { openTwo } from './two-tabs.ts'

const browsing = browseInTests()

test('a tab shows what another tab does to cards and projects', async () => {
  const { person, one, other, bothShow } = await openTwo(browsing)
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
  await link(one, 'Garden 3 of 4 open').waitFor()
  expect(await tick(one, 'Dig').isChecked()).toBe(true)
  await card(other, 'Water').focus()
  await other.keyboard.press('Delete')
  await bothShow({ 'To do': ['Sow beans'], Doing: ['Weed', 'Dig'] })
  await button(other, 'Undo').click()
  await bothShow({ 'To do': ['Water', 'Sow beans'], Doing: ['Weed', 'Dig'] })

  await heading(one, 'Garden').getByRole('button').click()
  await one.keyboard.type('Allotment')
  await one.keyboard.press('Enter')
  await heading(other, 'Allotment').waitFor()
  await link(other, 'Allotment 3 of 4 open').waitFor()
  expect(await other.title()).toBe('Allotment · Inboard')

  await button(other, 'New project').click()
  await other.keyboard.type('House')
  await other.keyboard.press('Enter')
  await heading(other, 'House').waitFor()
  await link(one, 'House').click()
  await heading(one, 'House').waitFor()

  await button(one, 'Project actions').click()
  await one.getByRole('menuitem', { name: 'Delete this project' }).click()
  await button(one, 'Delete project').click()
  await heading(one, 'Inbox').waitFor()
  await heading(other, 'Project not found').waitFor()
  expect(await link(other, 'House').count()).toBe(0)
  await becomes(
    async () => (await person.client.listProjects()).projects.map(({ title }) => title),
    ['Allotment'],
  )
})

test('a tab leaves the text that is typed in another alone', async () => {
  const { one, other, bothShow } = await openTwo(browsing)
  await composer(one, 'To do').fill('Half a')
  expect(await composer(other, 'To do').inputValue()).toBe('')
  await add(other, 'Sow', 'To do')
  await bothShow({ 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Dig'] })
  expect(await composer(one, 'To do').inputValue()).toBe('Half a')
  await composer(one, 'To do').press('End')
  await one.keyboard.type(' thought')
  await one.keyboard.press('Enter')
  await bothShow({ 'To do': ['Weed', 'Water', 'Sow', 'Half a thought'], Doing: ['Dig'] })
})
