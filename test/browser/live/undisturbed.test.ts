import { expect, test } from 'vitest'
import {
  boardIs,
  composer,
  editor,
  heading,
  link,
  startEditing,
  tick,
} from '../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { after, before, lookAt, meddle } from './meddling.ts'

// What others do, as somebody sees it who is in the middle of something.

const browsing = browseInTests()

test('the changes of a script show at once, everywhere, and never disturb a person who is typing a card or a name', async () => {
  const { page, project, client } = await lookAt(browsing, before)
  const field = composer(page, 'Doing')
  await field.fill('Half a thought')
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft')
  await meddle(client, project)
  await boardIs(page, client, project, after)
  await link(page, 'Garden 4 of 5 open').waitFor()
  await page.getByText('1 of 5 complete').waitFor()
  expect(await tick(page, 'Water it').isChecked()).toBe(true)
  await page.keyboard.type('…')
  expect(await field.inputValue()).toBe('Half a thou…ght')
  await client.addProject({ title: 'House' })
  await link(page, 'House').waitFor()
  expect(await field.and(page.locator(':focus')).count()).toBe(1)

  await heading(page, 'Garden').getByRole('button').click()
  await page.keyboard.type('My gard')
  await client.addProjectCard({ project_id: project.id, text: 'Another' })
  await becomes(async () => (await boardOn(page))['To do']?.at(-1), 'Another')
  await page.keyboard.type('en')
  expect(await page.getByRole('textbox', { name: 'Project name' }).inputValue()).toBe('My garden')
})

test('a card that is being edited keeps its words and the focus, also in another column', async () => {
  const { page, project, client, user } = await lookAt(browsing, before)
  await startEditing(page, 'Sow')
  await page.keyboard.type(' beans')
  await meddle(client, project)
  await becomes(async () => (await boardOn(page))['To do'], after['To do'])
  await page.getByRole('region', { name: 'Doing' }).getByRole('textbox', { name: 'Card text' }).waitFor()
  await editor(page).and(page.locator(':focus')).waitFor()
  expect(await editor(page).inputValue()).toBe('Sow beans')
  await page.keyboard.press('Enter')
  await boardIs(page, client, project, { ...after, Doing: ['Sow beans', 'Dig'] })
  await isSent(page, user.id)
})
