import { setTimeout as pause } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import { type Board, becomes, boardOf, boardOn, intercept, makeBoard } from '../support/browsing.ts'
import { linkWith, openLink } from '../support/browsing-account.ts'
import {
  add,
  boardIs,
  button,
  card,
  complaint,
  composer,
  edit,
  editor,
  heading,
  inboxIs,
  link,
  startEditing,
  tick,
} from '../support/browsing-boards.ts'
import { browseInTests } from '../support/browsing-tests.ts'
import { eventually, type SignedIn } from '../support/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

const monthLater = () => browsing.inboard.clock.advance(31 * 24 * 60 * 60 * 1000)

/** A board, as its owner sees it. */
async function lookAt(board: Board): Promise<{ page: Page; project: Project }> {
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await boardIs(page, person.client, project, board)
  return { page, project }
}

/** What waits in the field of a column. */
const linesIn = async (page: Page, column?: string) =>
  (await composer(page, column).inputValue()).split('\n').filter(Boolean)

/** Somebody comes back to this tab: it looks at what has changed. */
const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

const idOf = async (project: Project, text: string) => {
  const { cards } = await person.client.listProjectCards({ project_id: project.id })
  return cards.find((one) => one.text === text)?.id ?? ''
}

async function press(page: Page, text: string, key: string): Promise<void> {
  await card(page, text).focus()
  await page.keyboard.press(key)
}

const problem = (status: number, code: string) => (route: Route) =>
  route.fulfill({
    status,
    contentType: 'application/problem+json',
    json: { type: 'about:blank', title: 'Trouble', status, code, detail: 'In the words of the server.' },
  })

describe('offline', () => {
  test('what is typed stays in its field, in its order', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'] })
    const strip = page.getByText('You are offline. You see your cards as they were')
    await page.context().setOffline(true)
    await strip.waitFor()

    await composer(page, 'Doing').focus()
    for (const key of ['One', 'Enter', 'Two', 'Enter', 'Thr'])
      await (key === 'Enter' ? page.keyboard.press(key) : page.keyboard.type(key))
    await complaint(page, 'You are offline.')
    await becomes(() => linesIn(page, 'Doing'), ['One', 'Two', 'Thr'])
    await page.keyboard.type('ee')
    await add(page, 'First\nSecond', 'To do')
    await complaint(page, 'Not every card was saved. You are offline.')
    await becomes(() => linesIn(page, 'To do'), ['First', 'Second'])
    await boardIs(page, person.client, project, { 'To do': ['Weed'] })

    await page.context().setOffline(false)
    await strip.waitFor({ state: 'detached' })
    await composer(page, 'Doing').press('Enter')
    await composer(page, 'To do').press('Enter')
    await boardIs(page, person.client, project, {
      'To do': ['Weed', 'First', 'Second'],
      Doing: ['One', 'Two', 'Three'],
    })
  })

  test('whatever is done to a card is put back, and can be tried again', async () => {
    const before = { 'To do': ['Weed', 'Water', 'Sow'] }
    const { page, project } = await lookAt(before)
    const tryOffline = async (act: () => Promise<void>, sentence: string) => {
      await page.context().setOffline(true)
      await act()
      await complaint(page, `${sentence} You are offline.`)
      await boardIs(page, person.client, project, before)
      await page.context().setOffline(false)
    }

    await tryOffline(() => tick(page, 'Weed').click(), 'That was not saved, so it was put back.')
    expect(await tick(page, 'Weed').isChecked()).toBe(false)
    await button(page, 'Try again').click()
    await page.getByText('1 of 3 complete').waitFor()

    await tryOffline(async () => {
      await edit(page, 'Water', 'Water the roses')
      await page.keyboard.press('Enter')
    }, 'Your text was not saved.')
    await page.reload()
    await startEditing(page, 'Water')
    expect(await editor(page).inputValue()).toBe('Water the roses')
    await page.context().setOffline(true)
    await page.keyboard.press('Enter')
    await complaint(page, 'Your text was not saved.')
    await page.context().setOffline(false)
    await button(page, 'Try again').click()
    before['To do'] = ['Weed', 'Water the roses', 'Sow']
    await boardIs(page, person.client, project, before)
    await startEditing(page, 'Water the roses')
    expect(await editor(page).inputValue()).toBe('Water the roses')
    await page.keyboard.press('Escape')

    await tryOffline(
      () => press(page, 'Weed', 'Shift+ArrowRight'),
      'The move was not saved, so it was put back.',
    )
    await button(page, 'Try again').click()
    await boardIs(page, person.client, project, { 'To do': ['Water the roses', 'Sow'], Doing: ['Weed'] })
    await press(page, 'Weed', 'Shift+ArrowLeft')
    await boardIs(page, person.client, project, before)

    await tryOffline(() => press(page, 'Sow', 'Delete'), 'The card was not deleted.')
    await button(page, 'Try again').click()
    await boardIs(page, person.client, project, { 'To do': ['Weed', 'Water the roses'] })
    const { cards } = await person.client.listProjectCards({ project_id: project.id })
    expect(cards.map(({ complete }) => complete)).toEqual([true, false])
  })

  test('from the start, the page says so, and Try again brings everything', async () => {
    await person.client.addInboxCard({ text: 'Milk' })
    const { page, project } = await lookAt({ Doing: ['Dig'] })
    // The page looks again by itself now and then; here only the second press of the button gets through.
    await page.addInitScript(() => {
      addEventListener('click', () => document.documentElement.append(document.createElement('press')), true)
    })
    const isPressedTwice = async () => (await page.locator('press').count()) === 2
    for (const some of ['**/api/**', '**/api/projects', '**/api/projects/*/cards']) {
      await intercept(page, some, async (route) =>
        (await isPressedTwice()) ? route.fallback() : route.abort('internetdisconnected'),
      )
      await page.reload()
      await heading(page, 'Your cards could not be loaded').waitFor()
      await page.getByText('The server could not be reached.').waitFor()
      await button(page, 'Try again').click()
      await heading(page, 'Your cards could not be loaded').waitFor()
      await button(page, 'Try again').click()
      await boardIs(page, person.client, project, { Doing: ['Dig'] })
      await heading(page, 'Garden').waitFor()
      await link(page, 'Garden 1 open of 1').waitFor()
      await page.unroute(some)
    }
  })
})

test('whatever goes wrong between here and the server has its sentence, and costs nothing that was typed', async () => {
  const page = await browsing.open('/', { person })
  const cases: [string, (route: Route) => unknown, string][] = [
    ['busy', problem(503, 'unavailable'), 'The server is busy or restarting. Try again in a moment.'],
    ['broken', problem(500, 'internal'), 'Something went wrong on the server. Try again in a moment.'],
    [
      'a proxy',
      (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>No server</h1>' }),
      'The server could not be reached.',
    ],
    [
      'a proxy with a JSON of its own',
      (route) => route.fulfill({ status: 502, json: { message: 'bad gateway' } }),
      'The server could not be reached.',
    ],
    ['a portal', (route) => route.fulfill({ body: '<p>Welcome' }), 'The server could not be reached.'],
    ['cut', (route) => route.abort('connectionreset'), 'The server could not be reached.'],
  ]
  const meet = async (text: string, trouble: (route: Route) => unknown, sentence: string) => {
    await intercept(page, '**/api/inbox/cards', (route) =>
      route.request().method() === 'POST' ? trouble(route) : route.continue(),
    )
    await add(page, text)
    await complaint(page, `The card was not saved. ${sentence}`)
    await becomes(() => linesIn(page), [text])
  }
  const saved: string[] = []
  for (const [text, trouble, sentence] of cases) {
    await meet(text, trouble, sentence)
    await inboxIs(page, person.client, saved)
    await page.unrouteAll()
    await composer(page).press('Enter')
    await inboxIs(page, person.client, [...saved, text])
    saved.push(text)
  }

  // As if the time had passed that it waits for an answer.
  await page.evaluate(() => {
    const { timeout } = AbortSignal
    AbortSignal.timeout = (milliseconds) => timeout.call(AbortSignal, milliseconds / 100)
  })
  await meet('silence', () => {}, 'The server did not answer in time.')
})

test('a session that ends in the middle of work costs nothing that was typed', async () => {
  const { page, project } = await lookAt({ 'To do': ['Weed'] })
  const { email } = person.user
  const here = page.url()
  let mails = 1
  const signInAgain = async () => {
    await heading(page, 'Sign in again').waitFor()
    expect(page.url()).toBe(here)
    expect(await page.getByText('Weed').count()).toBe(0)
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your mail').waitFor()
    const { inboard } = browsing
    const other = await openLink(page.context(), linkWith(inboard, await inboard.linkTo(email, ++mails)))
    await heading(page, 'Garden').waitFor()
    expect(page.url()).toBe(here)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('inboard.session') ?? '{}').token)
    person = { ...person, client: inboard.client(token) }
    await other.close()
  }

  // While one edits, noticed on coming back to the tab.
  await edit(page, 'Weed', 'Weed the beds')
  monthLater()
  await comeBack(page)
  await signInAgain()
  await becomes(() => editor(page).inputValue(), 'Weed the beds')
  await editor(page).press('Enter')
  await boardIs(page, person.client, project, { 'To do': ['Weed the beds'] })

  // While cards are added, noticed by the first of them. The month ends when that is sent: if it ended sooner, a read
  // that is still under way could notice it, and replace the page before the card is typed.
  await intercept(page, '**/api/projects/*/cards', (route) => {
    if (route.request().method() === 'POST') monthLater()
    return route.continue()
  })
  await composer(page, 'Doing').focus()
  await page.keyboard.type('Dig')
  await page.keyboard.press('Enter')
  await signInAgain()
  await page.unrouteAll({ behavior: 'wait' })
  await becomes(() => linesIn(page, 'Doing'), ['Dig'])
  await composer(page, 'Doing').press('Enter')
  await boardIs(page, person.client, project, { 'To do': ['Weed the beds'], Doing: ['Dig'] })
})

test('a session that ends while somebody is typing takes no key for the address', async () => {
  const { page } = await lookAt({ 'To do': ['Weed'] })
  const { inboard } = browsing
  const { email } = person.user
  await page.evaluate((text) => localStorage.setItem('inboard.address', JSON.stringify(text)), email)
  await page.reload()
  await composer(page, 'Doing').focus()
  await page.keyboard.type('Dig')
  monthLater()
  await comeBack(page)
  await heading(page, 'Sign in again').and(page.locator(':focus')).waitFor()
  const before = inboard.mails().length
  await page.keyboard.type(' deeper')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Email address').inputValue()).toBe(email)

  // A person who goes to the field is understood there, and nobody else was sent a link.
  await page.getByLabel('Email address').press('Enter')
  await inboard.linkTo(email, 2)
  expect(inboard.mails()).toHaveLength(before + 1)
  await button(page, 'Use another address').click()
  await page.getByLabel('Email address').and(page.locator(':focus')).waitFor()
})

describe('deleted elsewhere', () => {
  test('a card that is edited leaves its new text behind', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'], Doing: ['Dig', 'Rake'] })
    const remove = async (text: string) => person.client.removeCard({ id: await idOf(project, text) })

    // Noticed by saving.
    await edit(page, 'Dig', 'Dig deeper')
    await remove('Dig')
    await page.keyboard.press('Enter')
    await complaint(page, 'This card was deleted elsewhere.')
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Rake'] })
    await button(page, 'Keep your text as a new card').click()
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Rake', 'Dig deeper'] })

    // Noticed while typing.
    await edit(page, 'Rake', 'Rake twice')
    await remove('Rake')
    await comeBack(page)
    await complaint(page, 'This card was deleted elsewhere.')
    await button(page, 'Keep your text as a new card').click()
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig deeper', 'Rake twice'] })
  })

  test('a card that is completed or moved disappears with a sentence', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed', 'Water', 'Sow', 'Mow'] })
    const remove = async (text: string) => person.client.removeCard({ id: await idOf(project, text) })
    const gone = 'It is not there any more. It was probably deleted elsewhere.'
    await remove('Weed')
    await tick(page, 'Weed').click()
    await complaint(page, gone)
    await boardIs(page, person.client, project, { 'To do': ['Water', 'Sow', 'Mow'] })
    await button(page, 'Dismiss').click()
    await remove('Water')
    await press(page, 'Water', 'Shift+ArrowRight')
    await complaint(page, gone)
    await boardIs(page, person.client, project, { 'To do': ['Sow', 'Mow'] })
    await button(page, 'Dismiss').click()

    // A neighbour's end is nothing to the card that is moved.
    await add(page, 'Rake', 'To do')
    await boardIs(page, person.client, project, { 'To do': ['Sow', 'Mow', 'Rake'] })
    await remove('Sow')
    await press(page, 'Mow', 'Shift+ArrowDown')
    await boardIs(page, person.client, project, { 'To do': ['Rake', 'Mow'] })
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)

    await remove('Rake')
    await press(page, 'Rake', 'Delete')
    await boardIs(page, person.client, project, { 'To do': ['Mow'] })
    expect(await page.getByRole('alert').filter({ hasText: /./ }).count()).toBe(0)
  })

  test('a project leaves what was being written in it to the inbox', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'] })
    await composer(page, 'Done').fill('Plan the')
    await person.client.removeProject({ project_id: project.id })
    await add(page, 'Water', 'To do')
    await heading(page, 'This project is not there').waitFor()
    await page.getByText('What you were writing in this project is in your inbox’s field now.').waitFor()
    expect(await link(page, /Garden/).count()).toBe(0)
    await link(page, 'Go to your inbox').click()
    await becomes(() => linesIn(page), ['Water', 'Plan the'])

    const second = await makeBoard(person.client, 'House', { Doing: ['Paint'] })
    await comeBack(page)
    await link(page, 'House 1 open of 1').click()
    await heading(page, 'House').waitFor()
    await person.client.removeProject({ project_id: second.id })
    await comeBack(page)
    await heading(page, 'This project is not there').waitFor()
  })
})

describe('a stale page', () => {
  test('loses nothing that others added when it moves a card', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed', 'Water'], Doing: ['Dig'] })
    await person.client.addProjectCard({ project_id: project.id, text: 'From elsewhere' })
    await press(page, 'Weed', 'Shift+ArrowDown')
    await boardIs(page, person.client, project, {
      'To do': ['Water', 'Weed', 'From elsewhere'],
      Doing: ['Dig'],
    })
    await press(page, 'Water', 'Shift+ArrowRight')
    await boardIs(page, person.client, project, {
      'To do': ['Weed', 'From elsewhere'],
      Doing: ['Water', 'Dig'],
    })
  })

  test('shows a new card once, though it hears of it twice', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'] })
    const held = Promise.withResolvers<void>()
    await intercept(page, '**/api/projects/*/cards', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      const response = await route.fetch()
      await held.promise
      await route.fulfill({ response })
    })
    await add(page, 'Water', 'To do')
    await becomes(() => boardOf(person.client, project), { 'To do': ['Weed', 'Water'], Doing: [], Done: [] })
    await link(page, 'Inbox').click()
    const seen = page.waitForResponse(
      (response) => response.request().method() === 'GET' && response.url().endsWith(`${project.id}/cards`),
    )
    await link(page, 'Garden 2 open of 2').click()
    await (await seen).finished()
    await becomes(async () => (await boardOn(page))['To do'], ['Weed', 'Water'])
    held.resolve()
    await tick(page, 'Water').click()
    await page.getByText('1 of 2 complete').waitFor()
    await boardIs(page, person.client, project, { 'To do': ['Weed', 'Water'] })
  })
})

describe('a slow server', () => {
  test('that refuses a card in the end is not confused by what was done to it meanwhile', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'], Doing: ['Dig'] })
    const held = Promise.withResolvers<void>()
    await intercept(page, '**/api/projects/*/cards', async (route) => {
      if (route.request().method() !== 'POST') return await route.continue()
      await held.promise
      await problem(503, 'unavailable')(route)
    })
    await add(page, 'Water', 'To do')
    await press(page, 'Water', 'Shift+ArrowRight')
    await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Dig', 'Water'], Done: [] })
    await press(page, 'Weed', 'Shift+ArrowRight')
    held.resolve()
    await boardIs(page, person.client, project, { Doing: ['Weed', 'Dig'] })
    await becomes(() => linesIn(page, 'To do'), ['Water'])
  })

  test('does not make the page go back on anything', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed', 'Water', 'Sow'] })
    await intercept(page, '**/api/**', async (route) => {
      const response = await route.fetch()
      await pause(100)
      await route.fulfill({ response })
    })
    await page.evaluate(() => {
      const look = () =>
        [...document.querySelectorAll('section.column')]
          .map((column) =>
            [...column.querySelectorAll('.card p.text')].map((text) => text.textContent).join(),
          )
          .join('|')
      const states = [look()]
      Object.assign(globalThis, { states })
      const note = () => {
        const now = look()
        if (now !== states.at(-1)) states.push(now)
      }
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      })
    })
    await press(page, 'Weed', 'Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await add(page, 'Mow', 'To do')
    await page.keyboard.type('Rake')
    await page.keyboard.press('Enter')
    await comeBack(page)
    await press(page, 'Mow', 'Shift+ArrowRight')
    await tick(page, 'Sow').click()
    await press(page, 'Rake', 'Shift+ArrowUp')
    const end = { 'To do': ['Water', 'Rake', 'Sow'], Doing: ['Weed', 'Mow'], Done: [] }
    await becomes(() => boardOf(person.client, project), end)
    await eventually(async () => {
      const { cards } = await person.client.listProjectCards({ project_id: project.id })
      return cards.some(({ complete }) => complete) ? true : undefined
    }, 'the completed card')
    await page.unrouteAll({ behavior: 'wait' })
    await comeBack(page)
    await becomes(() => boardOn(page), end)
    const states = await page.evaluate(() => (globalThis as unknown as { states: string[] }).states)
    expect(states).toEqual([...new Set(states)])
  })
})
