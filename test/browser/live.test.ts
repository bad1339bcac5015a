import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import {
  add,
  boardIs,
  card,
  composer,
  editor,
  heading,
  link,
  startEditing,
  tick,
} from '../support/browsing/boards.ts'
import { type Board, becomes, boardOn, intercept, makeBoard } from '../support/browsing/browsing.ts'
import { isSent } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

// What others do, as somebody sees it who is in the middle of something.

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

async function lookAt(board: Board): Promise<{ page: Page; project: Project }> {
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await boardIs(page, person.client, project, board)
  return { page, project }
}

/** What a script does to a board: it adds a card, edits one, moves one, and deletes one. */
async function meddle(project: Project): Promise<void> {
  const { client } = person
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const idOf = (text: string) => cards.find((one) => one.text === text)?.id ?? ''
  const doing = cards.find(({ text }) => text === 'Dig')
  await client.addProjectCard({ project_id: project.id, text: 'From a script' })
  await client.editCard({ id: idOf('Water'), text: 'Water it', complete: true })
  await client.setColumn({
    project_id: project.id,
    status_id: doing?.status_id ?? '',
    card_ids: [idOf('Sow')],
    moved: [idOf('Sow')],
  })
  await client.removeCard({ id: idOf('Mow') })
}
const before = { 'To do': ['Weed', 'Water', 'Sow', 'Mow'], Doing: ['Dig'] }
const after = { 'To do': ['Weed', 'Water it', 'From a script'], Doing: ['Sow', 'Dig'] }

test('what a script does is seen at once, everywhere, and takes nothing from whoever is typing', async () => {
  const { page, project } = await lookAt(before)
  const field = composer(page, 'Doing')
  await field.fill('Half a thought')
  for (const _ of [1, 2, 3]) await page.keyboard.press('ArrowLeft')
  await meddle(project)
  await boardIs(page, person.client, project, after)
  await link(page, 'Garden 4 open of 5').waitFor()
  await page.getByText('1 of 5 complete').waitFor()
  expect(await tick(page, 'Water it').isChecked()).toBe(true)
  await page.keyboard.type('…')
  expect(await field.inputValue()).toBe('Half a thou…ght')
  await person.client.addProject({ title: 'House' })
  await link(page, 'House').waitFor()
  expect(await field.and(page.locator(':focus')).count()).toBe(1)
})

test('a card that is being edited keeps its words, its caret and the focus, also in another column', async () => {
  const { page, project } = await lookAt(before)
  await startEditing(page, 'Sow')
  await page.keyboard.type(' beans')
  for (const _ of [1, 2]) await page.keyboard.press('ArrowLeft')
  await meddle(project)
  await becomes(async () => (await boardOn(page))['To do'], after['To do'])
  await page.getByRole('region', { name: 'Doing' }).getByRole('textbox', { name: 'Card text' }).waitFor()
  expect(await editor(page).inputValue()).toBe('Sow beans')
  await editor(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await boardIs(page, person.client, project, { ...after, Doing: ['Sow beans', 'Dig'] })
  await isSent(page, person.user.id)
})

test('the card under the keys keeps the focus and its place, though others come before it', async () => {
  const many = Array.from({ length: 60 }, (_, index) => `Number ${index}`)
  const { page, project } = await lookAt({ 'To do': many })
  await card(page, 'Number 0').focus()
  for (let index = 0; index < 40; index++) await page.keyboard.press('ArrowDown')
  await card(page, 'Number 40').and(page.locator(':focus')).waitFor()
  /** Where it is once nothing scrolls any more. */
  const top = () =>
    card(page, 'Number 40').evaluate(async (element) => {
      const now = () => Math.round(element.getBoundingClientRect().top)
      let last = now()
      for (let frames = 0; frames < 10; frames++) {
        await new Promise(requestAnimationFrame)
        if (now() !== last) frames = 0
        last = now()
      }
      return last
    })
  const seen = await top()
  const { card: added } = await person.client.addProjectCard({
    project_id: project.id,
    text: 'From a script',
  })
  await becomes(async () => (await boardOn(page))['To do']?.at(-1), 'From a script')
  expect(await top()).toBe(seen)
  await person.client.setColumn({
    project_id: project.id,
    status_id: added.status_id,
    card_ids: [added.id],
    moved: [added.id],
  })
  await becomes(async () => (await boardOn(page))['To do']?.[0], 'From a script')
  expect(await top()).toBe(seen)
  expect(await card(page, 'Number 40').and(page.locator(':focus')).count()).toBe(1)
})

test('a name that is being typed is left alone', async () => {
  const { page, project } = await lookAt(before)
  await heading(page, 'Garden').getByRole('button').click()
  await page.keyboard.type('My gard')
  await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
  await becomes(async () => (await boardOn(page))['To do']?.at(-1), 'From a script')
  await page.keyboard.type('en')
  expect(await page.getByRole('textbox', { name: 'Project name' }).inputValue()).toBe('My garden')
})

describe('nothing flickers', () => {
  /** Notes every state in which the board is drawn. */
  const watch = (page: Page) =>
    page.evaluate(() => {
      const look = () =>
        [...document.querySelectorAll('section.column')]
          .map((column) =>
            [...column.querySelectorAll('.card')]
              .map(
                (one) => `${one.querySelector('p.text')?.textContent}${one.matches('.complete') ? '✓' : ''}`,
              )
              .join(),
          )
          .join('|')
      const states = [look()]
      Object.assign(globalThis, { states })
      new MutationObserver(() => {
        const now = look()
        if (now !== states.at(-1)) states.push(now)
      }).observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    })
  const states = (page: Page) => page.evaluate(() => (globalThis as unknown as { states: string[] }).states)

  test.each([
    ['the stream is ahead of the answers', '**/api/batch'],
    ['the answers are ahead of the stream', '**/api/events*'],
    ['everything takes its time', '**/api/**'],
  ])('while %s', async (_, slow) => {
    const { page, project } = await lookAt({ 'To do': ['Weed', 'Water', 'Sow'] })
    await intercept(page, slow, async (route) => {
      if (route.request().url().includes('/api/events')) {
        await new Promise((resolve) => setTimeout(resolve, 300))
        return await route.continue()
      }
      const response = await route.fetch()
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.fulfill({ response })
    })
    // So that the stream is opened anew, through what is slow.
    if (slow !== '**/api/batch') await page.reload()
    const other = await page.context().newPage()
    await other.goto(page.url())
    for (const tab of [page, other]) {
      await card(tab, 'Weed').waitFor()
      await watch(tab)
    }
    await page.bringToFront()
    const press = async (text: string, key: string) => {
      await card(page, text).focus()
      await page.keyboard.press(key)
    }
    await press('Weed', 'Shift+ArrowDown')
    await press('Weed', 'Shift+ArrowRight')
    await add(page, 'Mow', 'To do')
    await page.keyboard.type('Rake')
    await page.keyboard.press('Enter')
    await press('Mow', 'Shift+ArrowRight')
    await press('Mow', 'Shift+ArrowRight')
    await tick(page, 'Sow').click()
    await press('Rake', 'Shift+ArrowUp')
    await press('Water', 'Delete')
    await boardIs(page, person.client, project, { 'To do': ['Rake', 'Sow'], Doing: ['Weed'], Done: ['Mow'] })
    await isSent(page, person.user.id)
    await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
    for (const tab of [page, other]) {
      await becomes(async () => (await boardOn(tab))['To do']?.at(-1), 'From a script')
      const seen = await states(tab)
      expect(seen.length).toBeGreaterThan(5)
      expect(seen).toEqual([...new Set(seen)])
    }
  })
})
