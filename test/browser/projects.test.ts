import type { Page, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Browsing, becomes, intercept, makeBoard, startBrowsing } from '../support/browsing.ts'
import { add, boardIs, button, card, complaint, heading, link, tick } from '../support/browsing-boards.ts'
import type { SignedIn } from '../support/inboard.ts'

let browsing: Browsing
let person: SignedIn
beforeAll(async () => {
  browsing = await startBrowsing({ MAX_PROJECTS: '2' })
})
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})
afterAll(() => browsing?.stop())
afterEach(async () => {
  await Promise.all(browsing.browser.contexts().map((context) => context.close()))
  expect(browsing.complaints).toEqual([])
})

const titlesOf = async ({ client }: SignedIn) =>
  (await client.listProjects()).projects.map(({ title }) => title)

const newName = (page: Page) => page.getByRole('textbox', { name: 'Name of the new project' })
const pathOf = (page: Page) => new URL(page.url()).pathname

const titleField = (page: Page) => page.getByRole('textbox', { name: 'Project name' })

/** The projects in the sidebar. */
const sidebarOf = (page: Page) => page.locator('nav li .name').allTextContents()

/** Holds the requests with a method until the test says, one by one, what becomes of them. */
async function hold(page: Page, method: string, url = '**/api/projects**') {
  const held: Route[] = []
  await intercept(page, url, (route) =>
    route.request().method() === method ? void held.push(route) : route.fallback(),
  )
  const next = async () => {
    await becomes(async () => held.length > 0, true)
    return held.shift()
  }
  return {
    /** How many are waiting: the page sends one change at a time. */
    waiting: () => held.length,
    async succeed() {
      await (await next())?.continue()
    },
    async fail() {
      await (await next())?.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        json: { type: 'about:blank', title: 'Trouble', status: 503, code: 'unavailable', detail: 'Busy.' },
      })
    },
  }
}
const busy = 'The server is busy or restarting. Try again in a moment.'

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

  test('that cannot be made keeps its name until it can', async () => {
    await makeBoard(person.client, 'One')
    const two = await makeBoard(person.client, 'Two')
    const page = await browsing.open('/', { person })
    await create(page, 'Three')
    await complaint(page, 'The project was not created. You have as many projects as are allowed here.')
    expect(await newName(page).inputValue()).toBe('Three')
    expect(pathOf(page)).toBe('/')
    await page.reload()
    await button(page, 'New project').click()
    expect(await newName(page).inputValue()).toBe('Three')

    await person.client.removeProject({ project_id: two.id })
    await newName(page).press('Enter')
    await heading(page, 'Three').waitFor()
    await becomes(() => titlesOf(person), ['One', 'Three'])
  })

  test('is made once however often Enter is pressed, and not without a name', async () => {
    const page = await browsing.open('/', { person })
    await create(page, '   ')
    await page.keyboard.press('Escape')
    await button(page, 'New project').click()
    const tooLong = 'n'.repeat(201)
    await newName(page).fill(tooLong)
    await page.keyboard.press('Enter')
    await complaint(page, 'The project was not created. Title must be at most 200 characters long.')
    expect(await newName(page).inputValue()).toBe(tooLong)
    await newName(page).fill('Once')
    await newName(page).evaluate((field) => {
      for (const _ of [1, 2, 3]) field.closest('form')?.requestSubmit()
    })
    await heading(page, 'Once').waitFor()
    await button(page, 'New project').waitFor()
    await becomes(() => titlesOf(person), ['Once'])
  })

  test('is there before the server has answered, takes cards and a new name, and then has its real URL', async () => {
    await person.client.addInboxCard({ text: 'Weed' })
    const page = await browsing.open('/', { person })
    await card(page, 'Weed').waitFor()
    const held = await hold(page, 'POST', '**/api/projects')
    await create(page, 'Garden')
    await isTitled(page, 'Garden')
    expect(await titlesOf(person)).toEqual([])
    await rename(page, 'Kitchen garden')
    await isTitled(page, 'Kitchen garden')
    await link(page, 'Inbox 1 waiting').click()
    await card(page, 'Weed').focus()
    await page.keyboard.press('m')
    await page.getByRole('option', { name: 'Kitchen garden' }).click()
    await link(page, 'Kitchen garden').click()
    await isTitled(page, 'Kitchen garden')

    await held.succeed()
    await link(page, 'Kitchen garden 1 open of 1').waitFor()
    await becomes(() => titlesOf(person), ['Kitchen garden'])
    const [project] = (await person.client.listProjects()).projects
    if (!project) throw new Error('there is no project')
    await becomes(async () => pathOf(page), `/projects/${project.id}`)
    await boardIs(page, person.client, project, { 'To do': ['Weed'] })
    await add(page, 'Dig', 'Doing')
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig'] })

    // The pages visited before the answer have the real URL as well.
    await page.goBack()
    await page.goBack()
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
    expect(pathOf(page)).toBe(`/projects/${project.id}`)
    await page.reload()
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
  })

  test('that the server refuses late leads back, and gives its name back', async () => {
    const { id } = await makeBoard(person.client, 'House', { Doing: ['Paint'] })
    const page = await browsing.open(`/projects/${id}`, { person })
    await card(page, 'Paint').waitFor()
    const held = await hold(page, 'POST', '**/api/projects')
    await create(page, 'Garden')
    await isTitled(page, 'Garden')
    await held.fail()
    await complaint(page, `The project was not created. ${busy}`)
    await heading(page, 'House').waitFor()
    expect(pathOf(page)).toBe(`/projects/${id}`)
    expect(await sidebarOf(page)).toEqual(['House'])
    expect(await newName(page).inputValue()).toBe('Garden')
    await newName(page).press('Enter')
    await held.succeed()
    await heading(page, 'Garden').waitFor()
    await becomes(() => titlesOf(person), ['House', 'Garden'])
  })

  test('on a narrow screen has its field ready for typing, also when its name comes back', async () => {
    const page = await browsing.open('/', { person, viewport: { width: 390, height: 780 } })
    await page.getByText('Nothing waits for you.').waitFor()
    const held = await hold(page, 'POST', '**/api/projects')
    const ready = () => newName(page).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('p')
    await ready()
    await page.keyboard.type('Garden')
    await page.keyboard.press('Enter')
    await heading(page, 'Garden').waitFor()
    await held.fail()
    await complaint(page, 'The project was not created.')
    await ready()
    await page.keyboard.press('Enter')
    await held.succeed()
    await heading(page, 'Garden').waitFor()
    await becomes(() => titlesOf(person), ['Garden'])
    // The message about the failure is out of date.
    await page.getByRole('alert').filter({ hasText: /./ }).waitFor({ state: 'detached' })
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
  await complaint(page, 'The new name was not saved. Title must be at most 200 characters long.')
  await becomes(() => field.inputValue(), tooLong)
  await link(page, 'Front garden').waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await isNamed(tooLong.slice(1))
})

describe('a renaming that fails', () => {
  test('leaves the title of a later one, and takes nothing from what is being typed', async () => {
    const { id } = await makeBoard(person.client, 'A')
    const page = await browsing.open(`/projects/${id}`, { person })
    const held = await hold(page, 'PATCH')
    await rename(page, 'B')
    await isTitled(page, 'B')
    await rename(page, 'C')
    await isTitled(page, 'C')
    expect(held.waiting()).toBe(1)
    await held.fail()
    await isTitled(page, 'C')
    await held.succeed()
    await becomes(() => titlesOf(person), ['C'])
    await isTitled(page, 'C')
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)

    await rename(page, 'D')
    await rename(page, 'E')
    await held.succeed()
    await held.fail()
    await complaint(page, `The new name was not saved. ${busy}`)
    await link(page, 'D').waitFor()
    await becomes(() => titleField(page).inputValue(), 'E')
    // Dismissing the message does not take the focus from the field, which would save it.
    await button(page, 'Dismiss').click()
    expect(await titleField(page).evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await isTitled(page, 'D')

    await rename(page, 'F')
    const composer = page.getByRole('textbox', { name: 'Add a card to To do' })
    await composer.click()
    await held.fail()
    await isTitled(page, 'D')
    await page.keyboard.type('Weed')
    expect(await composer.inputValue()).toBe('Weed')
    await heading(page, 'D').getByRole('button').click()
    expect(await titleField(page).inputValue()).toBe('F')
  })

  test('offline, shows the old title again and keeps the new one in the field', async () => {
    const { id } = await makeBoard(person.client, 'Garden')
    const page = await browsing.open(`/projects/${id}`, { person })
    await heading(page, 'Garden').waitFor()
    await page.context().setOffline(true)
    await rename(page, 'Allotment')
    await complaint(page, 'The new name was not saved. You are offline.')
    await link(page, 'Garden').waitFor()
    await becomes(() => titleField(page).inputValue(), 'Allotment')
    await page.context().setOffline(false)
    await titleField(page).press('Enter')
    await isTitled(page, 'Allotment')
    await becomes(() => titlesOf(person), ['Allotment'])
    await page.reload()
    await isTitled(page, 'Allotment')
  })
})

test('a project is gone as soon as it is deleted, and comes back where it was if that fails', async () => {
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
  await makeBoard(client, 'House')
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await boardIs(page, client, garden, { 'To do': ['Weed'] })
  const held = await hold(page, 'DELETE')
  await tick(page, 'Weed').click()
  await rename(page, 'Old garden')
  await askToDelete(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  await page.getByText('Deleted “Old garden” and its cards.').waitFor()
  expect(pathOf(page)).toBe('/')
  expect(await sidebarOf(page)).toEqual(['House'])
  await becomes(() => titlesOf(person), ['Old garden', 'House'])

  await held.fail()
  await complaint(page, `“Old garden” was not deleted. ${busy}`)
  expect(await sidebarOf(page)).toEqual(['Old garden', 'House'])
  await becomes(() => titlesOf(person), ['Old garden', 'House'])
  await link(page, 'Old garden').click()
  await boardIs(page, client, garden, { 'To do': ['Weed'] })
  expect(await tick(page, 'Weed').isChecked()).toBe(true)

  await button(page, 'Try again').click()
  await heading(page, 'Inbox').waitFor()
  expect(await sidebarOf(page)).toEqual(['House'])
  await held.succeed()
  await becomes(() => titlesOf(person), ['House'])
  expect(await sidebarOf(page)).toEqual(['House'])
})

test('deleting a project asks first, and says what goes with it', async () => {
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water'], Done: ['Dig'] })
  const house = await makeBoard(client, 'House', { Doing: ['Paint'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await askToDelete(page)
  await page
    .getByRole('dialog', { name: 'Delete Garden?' })
    .getByText('Its 3 cards go with it. This cannot be undone.')
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
  await page.context().setOffline(true)
  await button(page, 'Delete project').click()
  await complaint(page, '“House” was not deleted. You are offline.')
  await page.context().setOffline(false)
  await link(page, /^House/).click()
  await askToDelete(page)
  await page.getByText('It has no cards.').waitFor()
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
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
      const answer = await page.goto(browsing.appUrl + path)
      expect(answer?.status()).toBe(404)
      await heading(page, 'There is nothing here').waitFor()
    }
    await link(page, 'Go to your inbox').click()
    await heading(page, 'Inbox').waitFor()
  })
})
