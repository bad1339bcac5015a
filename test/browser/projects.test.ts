import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  add,
  boardIs,
  button,
  card,
  complaint,
  heading,
  inboxIs,
  link,
  tick,
} from '../support/browsing/boards.ts'
import { becomes, boardOn, goOffline, makeBoard } from '../support/browsing/browsing.ts'
import { holdBatches, isSent, refusalIn, refusedIn } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests({ MAX_PROJECTS: '2' })
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

const titlesOf = async ({ client }: SignedIn) =>
  (await client.listProjects()).projects.map(({ title }) => title)

const newName = (page: Page) => page.getByRole('textbox', { name: 'Name of the new project' })
const pathOf = (page: Page) => new URL(page.url()).pathname

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Project name' })

/** The projects in the sidebar. */
const sidebarOf = (page: Page) => page.locator('nav li .name').allTextContents()

async function rename(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await titleField(page).fill(title)
  await page.keyboard.press('Enter')
}

/** Waits until a project has this title wherever the page shows it. */
async function isTitled(page: Page, title: string): Promise<void> {
  await heading(page, title).getByRole('button').waitFor()
  await link(page, title).waitFor()
  await becomes(() => page.title(), `${title} · Inboard`)
}

async function askToDelete(page: Page): Promise<void> {
  await button(page, 'Project actions').click()
  await page.getByRole('option', { name: 'Delete this project' }).click()
  await page.getByRole('dialog', { name: /^Delete / }).waitFor()
}

async function create(page: Page, title: string): Promise<void> {
  await button(page, 'New project').click()
  await newName(page).fill(title)
  await page.keyboard.press('Enter')
}

describe('a new project', () => {
  test('opens with a board that teaches, and its count and ring follow its cards', async () => {
    const page = await browsing.open('/', { person })
    await create(page, '  Garden ')
    await heading(page, 'Garden').waitFor()
    await link(page, 'Garden').waitFor()
    await button(page, 'New project').waitFor()
    await page.getByText('What is there to do? Type it below and press Enter.').waitFor()
    await page.getByText('What is finished ends up here.').waitFor()
    await becomes(() => titlesOf(person), ['Garden'])
    const [project] = (await person.client.listProjects()).projects
    await becomes(async () => pathOf(page), `/projects/${project?.id}`)
    expect(await page.title()).toBe('Garden · Inboard')

    await add(page, 'Weed', 'To do')
    await add(page, 'Dig', 'Doing')
    await link(page, 'Garden 2 open of 2').waitFor()
    await tick(page, 'Weed').click()
    await link(page, 'Garden 1 open of 2').waitFor()
    await page.getByText('1 of 2 complete').waitFor()
    const ring = link(page, /^Garden/).locator('.ring')
    expect(await ring.getAttribute('class')).toBe('ring')
    await tick(page, 'Dig').click()
    await page.getByText('2 of 2 complete').waitFor()
    expect(await ring.getAttribute('class')).toBe('ring full')
    await becomes(
      async () => (await person.client.listProjects()).projects.map((one) => one.completed_card_count),
      [2],
    )
    if (project) await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
  })

  test('that the server refuses is kept with its name, and what was written in it goes to the inbox', async () => {
    const { client, user } = person
    await makeBoard(client, 'One')
    await makeBoard(client, 'Two')
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
    const held = await holdBatches(page)
    await create(page, 'Three')
    await isTitled(page, 'Three')
    await add(page, 'Weed', 'To do')
    await add(page, 'Dig', 'Doing')
    await held.letGo()
    await heading(page, 'This project is not there').waitFor()
    expect(await refusalIn(page, user.id)).toMatchObject({
      code: 'project_limit_reached',
      operation: { kind: 'add project', title: 'Three' },
    })
    await link(page, 'Go to your inbox').click()
    await inboxIs(page, client, ['Weed', 'Dig'])
    expect(await sidebarOf(page)).toEqual(['One', 'Two'])
  })

  test('is made once however often Enter is pressed, and not without a name', async () => {
    const page = await browsing.open('/', { person })
    await create(page, '   ')
    await page.keyboard.press('Escape')
    await button(page, 'New project').click()
    const tooLong = 'n'.repeat(201)
    await newName(page).fill(tooLong)
    await page.keyboard.press('Enter')
    await complaint(page, 'Not saved: this is a character too long. At most 200 fit.')
    expect(await newName(page).inputValue()).toBe(tooLong)
    await newName(page).fill('Once')
    await newName(page).evaluate((field) => {
      for (const _ of [1, 2, 3]) field.closest('form')?.requestSubmit()
    })
    await heading(page, 'Once').waitFor()
    await button(page, 'New project').waitFor()
    await becomes(() => titlesOf(person), ['Once'])
  })

  test('is whole before the server has heard of it: columns, cards, a new name and its URL', async () => {
    const { client } = person
    await client.addInboxCard({ text: 'Weed' })
    const page = await browsing.open('/', { person })
    await card(page, 'Weed').waitFor()
    const held = await holdBatches(page)
    await create(page, 'Garden')
    await isTitled(page, 'Garden')
    const path = pathOf(page)
    await add(page, 'Dig', 'Doing')
    await rename(page, 'Kitchen garden')
    await link(page, 'Inbox 1 waiting').click()
    await card(page, 'Weed').focus()
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'To do Kitchen garden' }).click()
    await link(page, 'Kitchen garden 2 open of 2').click()
    await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Dig'], Done: [] })
    expect(await titlesOf(person)).toEqual([])

    await held.letGo()
    await becomes(() => titlesOf(person), ['Kitchen garden'])
    const [project] = (await client.listProjects()).projects
    if (!project) throw new Error('there is no project')
    expect([pathOf(page), `/projects/${project.id}`]).toEqual([path, path])
    await boardIs(page, client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
    await page.reload()
    await boardIs(page, client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
  })

  test('on a narrow screen has its field ready for typing', async () => {
    const page = await browsing.open('/', { person, viewport: { width: 390, height: 780 } })
    await page.getByText('Nothing waits for you.').waitFor()
    await page.keyboard.press('p')
    await newName(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('Garden')
    await page.keyboard.press('Enter')
    await heading(page, 'Garden').waitFor()
    await becomes(() => titlesOf(person), ['Garden'])
  })
})

test('a project is renamed in place', async () => {
  const { id } = await makeBoard(person.client, 'Garden')
  const page = await browsing.open(`/projects/${id}`, { person })
  const field = titleField(page)
  const type = async (title: string) => {
    await page.getByRole('heading', { level: 1 }).getByRole('button').click()
    await field.fill(title)
  }
  const isNamed = async (title: string) => {
    await heading(page, title).getByRole('button').waitFor()
    await link(page, title).waitFor()
    await becomes(() => titlesOf(person), [title])
  }

  await type(' Kitchen garden ')
  await page.keyboard.press('Enter')
  await isNamed('Kitchen garden')
  await type('Front garden')
  await page.getByRole('textbox', { name: 'Add a card to Done' }).click()
  await isNamed('Front garden')
  await type('Nothing of this')
  await page.keyboard.press('Escape')
  await isNamed('Front garden')
  await type('  ')
  await page.keyboard.press('Enter')
  await isNamed('Front garden')

  const tooLong = 'g'.repeat(201)
  await type(tooLong)
  await page.keyboard.press('Enter')
  await complaint(page, 'Not saved: this is a character too long. At most 200 fit.')
  await becomes(() => field.inputValue(), tooLong)
  await link(page, 'Front garden').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await isNamed(tooLong.slice(1))
})

test('titles that wait to be sent are all shown, and the last one stays', async () => {
  const { id } = await makeBoard(person.client, 'A')
  const page = await browsing.open(`/projects/${id}`, { person })
  await isTitled(page, 'A')
  const held = await holdBatches(page)
  for (const title of ['B', 'C', 'D']) {
    await rename(page, title)
    await isTitled(page, title)
  }
  await held.fail()
  await isTitled(page, 'D')
  await held.lose()
  await held.letGo()
  await becomes(() => titlesOf(person), ['D'])
  await isTitled(page, 'D')
  await isSent(page, person.user.id)
  expect(await refusedIn(page, person.user.id)).toEqual([])
})

test('a project is gone as soon as it is deleted, and comes back where it was when that is undone', async () => {
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
  await makeBoard(client, 'House')
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await boardIs(page, client, garden, { 'To do': ['Weed'] })
  const held = await holdBatches(page)
  await tick(page, 'Weed').click()
  await rename(page, 'Old garden')
  await askToDelete(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  await page.getByText('Deleted “Old garden” and its cards.').waitFor()
  expect(pathOf(page)).toBe('/')
  expect(await sidebarOf(page)).toEqual(['House'])
  expect(await titlesOf(person)).toEqual(['Garden', 'House'])
  await held.letGo()
  await becomes(() => titlesOf(person), ['House'])
  expect(await sidebarOf(page)).toEqual(['House'])

  await button(page, 'Undo').click()
  await link(page, 'Old garden').click()
  await boardIs(page, client, garden, { 'To do': ['Weed'] })
  expect(await tick(page, 'Weed').isChecked()).toBe(true)
  expect(await sidebarOf(page)).toEqual(['Old garden', 'House'])
  await becomes(() => titlesOf(person), ['Old garden', 'House'])
})

test('deleting a project asks first, and says what goes with it', async () => {
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water'], Done: ['Dig'] })
  const house = await makeBoard(client, 'House', { Doing: ['Paint'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await askToDelete(page)
  await page
    .getByRole('dialog', { name: 'Delete Garden?' })
    .getByText('Its 3 cards go with it. You can bring it back from the bin.')
    .waitFor()
  await button(page, 'Keep it').click()
  await askToDelete(page)
  await page.keyboard.press('Escape')
  await boardIs(page, client, garden, { 'To do': ['Weed', 'Water'], Done: ['Dig'] })

  await askToDelete(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  await page.getByText('Deleted “Garden” and its cards.').waitFor()
  expect(pathOf(page)).toBe('/')
  await becomes(() => titlesOf(person), ['House'])
  expect(await page.getByRole('link', { name: /^Garden/ }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)

  await link(page, 'House 1 open of 1').click()
  await heading(page, 'House').waitFor()
  await askToDelete(page)
  await page.getByText('Its one card goes with it.').waitFor()
  await client.removeCard({
    id: (await client.listProjectCards({ project_id: house.id })).cards[0]?.id ?? '',
  })
  // What happens elsewhere is said before one decides.
  await page.getByText('It has no cards.').waitFor()
  await goOffline(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  expect(await sidebarOf(page)).toEqual([])
  expect(await titlesOf(person)).toEqual(['House'])
  await page.context().setOffline(false)
  await becomes(() => titlesOf(person), [])
})

describe('a URL', () => {
  test('leads to its page: after a reload, back and forward', async () => {
    const { client } = person
    const garden = await makeBoard(client, 'Garden', { Doing: ['Dig'] })
    const house = await makeBoard(client, 'House')
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await boardIs(page, client, garden, { Doing: ['Dig'] })
    await page.reload()
    await boardIs(page, client, garden, { Doing: ['Dig'] })
    await link(page, 'House').click()
    await heading(page, 'House').waitFor()
    await link(page, 'Inbox').click()
    await heading(page, 'Inbox').waitFor()
    await page.goBack()
    await heading(page, 'House').waitFor()
    expect(pathOf(page)).toBe(`/projects/${house.id}`)
    expect(await link(page, 'House').getAttribute('aria-current')).toBe('page')
    await page.goBack()
    await boardIs(page, client, garden, { Doing: ['Dig'] })
    await page.goForward()
    await page.goForward()
    await heading(page, 'Inbox').waitFor()
    expect(pathOf(page)).toBe('/')
  })

  test('of no project says so, with a way on', async () => {
    const stranger = await browsing.inboard.signIn()
    const theirs = await makeBoard(stranger.client, 'Not yours')
    const page = await browsing.open('/', { person })
    for (const id of [theirs.id, '0198aaaa-0000-7000-8000-000000000000', 'garden', '%2e%2e%2f']) {
      await page.goto(`${browsing.appUrl}/projects/${id}`)
      await heading(page, 'This project is not there').waitFor()
      expect(await page.getByText('Not yours').count()).toBe(0)
    }
    await link(page, 'Go to your inbox').click()
    await heading(page, 'Inbox').waitFor()
    expect(pathOf(page)).toBe('/')
  })

  test('of no page says so, with a way on', async () => {
    const page = await browsing.open('/', { person })
    for (const path of ['/nowhere', '/projects', '/settings/nothing']) {
      await page.goto(browsing.appUrl + path)
      await heading(page, 'There is nothing here').waitFor()
    }
    await link(page, 'Go to your inbox').click()
    await heading(page, 'Inbox').waitFor()
  })
})
