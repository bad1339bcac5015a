import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import { linkWith, openLink } from '../support/browsing/account.ts'
import {
  add,
  boardIs,
  button,
  card,
  composer,
  edit,
  editor,
  heading,
  inboxIs,
  link,
  tick,
} from '../support/browsing/boards.ts'
import {
  type Board,
  becomes,
  boardOf,
  boardOn,
  goOffline,
  inboxOf,
  intercept,
  makeBoard,
} from '../support/browsing/browsing.ts'
import { forgetAccount, isSent, outboxIn, problem, refusalIn, refusedIn } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

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

const complaints = (page: Page) => page.getByRole('alert').filter({ hasText: /./ }).count()

describe('offline', () => {
  test('the page says so and goes on, and everything arrives when the net is back', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'] })
    const strip = page.getByRole('button', { name: 'Offline · everything is kept on this device' })
    await goOffline(page)
    await composer(page, 'Doing').focus()
    for (const key of ['One', 'Enter', 'Two', 'Enter', 'Thr'])
      await (key === 'Enter' ? page.keyboard.press(key) : page.keyboard.type(key))
    await strip.waitFor()
    const shown = { 'To do': ['Weed'], Doing: ['One', 'Two'], Done: [] }
    await becomes(() => boardOn(page), shown)
    await becomes(() => linesIn(page, 'Doing'), ['Thr'])
    expect(await boardOf(person.client, project)).toEqual({ 'To do': ['Weed'], Doing: [], Done: [] })
    expect(await complaints(page)).toBe(0)

    await page.context().setOffline(false)
    await strip.waitFor({ state: 'detached' })
    await boardIs(page, person.client, project, shown)
    await becomes(() => linesIn(page, 'Doing'), ['Thr'])
  })

  test('from the start, the page says so, and Try again brings everything', async () => {
    await person.client.addInboxCard({ text: 'Milk' })
    const { page, project } = await lookAt({ Doing: ['Dig'] })
    let isCut = true
    await intercept(page, '**/api/**', (route) =>
      isCut ? route.abort('internetdisconnected') : route.fallback(),
    )
    await forgetAccount(page, person.user.id)
    await page.reload()
    await heading(page, 'Your cards could not be loaded').waitFor()
    await page.getByText('The server could not be reached.').waitFor()
    await button(page, 'Try again').click()
    await heading(page, 'Your cards could not be loaded').waitFor()
    isCut = false
    await button(page, 'Try again').click()
    await boardIs(page, person.client, project, { Doing: ['Dig'] })
    await heading(page, 'Garden').waitFor()
    await link(page, 'Garden 1 open of 1').waitFor()
  })
})

describe('whatever goes wrong between here and the server costs nothing that was typed, and makes nothing twice', () => {
  test.each<[string, (route: Route) => unknown]>([
    ['busy', (route) => problem(route, 503, 'unavailable')],
    ['broken', (route) => problem(route, 500, 'internal')],
    ['too many requests', (route) => problem(route, 429, 'rate_limited')],
    [
      'a proxy',
      (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>No server</h1>' }),
    ],
    [
      'a proxy with a JSON of its own',
      (route) => route.fulfill({ status: 502, json: { message: 'bad gateway' } }),
    ],
    ['a portal', (route) => route.fulfill({ body: '<p>Welcome' })],
    ['an answer without results', (route) => route.fulfill({ json: {} })],
    ['fewer results than operations', (route) => route.fulfill({ json: { results: [] } })],
    ['cut', (route) => route.abort('connectionreset')],
    [
      'cut after it has arrived',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
    ],
  ])('%s', async (_, trouble) => {
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
    let isOver = false
    let failures = 0
    await intercept(page, '**/api/batch', async (route) => {
      if (isOver) return await route.continue()
      failures++
      await trouble(route)
    })
    await add(page, 'Milk')
    await add(page, 'Bread')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    await becomes(async () => failures > 0, true)
    expect(await outboxIn(page, person.user.id)).toHaveLength(2)
    isOver = true
    await inboxIs(page, person.client, ['Milk', 'Bread'])
    await isSent(page, person.user.id)
    expect(await inboxOf(person.client)).toEqual(['Milk', 'Bread'])
    expect(await refusedIn(page, person.user.id)).toEqual([])
  })

  test('one operation on which the server fails again and again', async () => {
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
    await intercept(page, '**/api/batch', async (route) => {
      const { operations } = route.request().postDataJSON() as { operations: { body: { text: string } }[] }
      const isBad = (text: string) => text === 'Bad'
      const rest = operations.filter(({ body }) => !isBad(body.text))
      const { results } =
        rest.length > 0
          ? await (await route.fetch({ postData: { operations: rest } })).json()
          : { results: [] }
      await route.fulfill({
        json: {
          results: operations.map(({ body }) =>
            isBad(body.text) ? { status: 500, body: { code: 'internal', detail: '…' } } : results.shift(),
          ),
        },
      })
    })
    for (const text of ['Milk', 'Bad', 'Bread']) await add(page, text)
    await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
    expect(await refusalIn(page, person.user.id)).toMatchObject({
      code: 'internal',
      operation: { kind: 'add card', text: 'Bad' },
    })
    await isSent(page, person.user.id)
    await inboxIs(page, person.client, ['Milk', 'Bread'])
  })
})

test('a session that ends in the middle of work costs nothing that was typed', async () => {
  const { page, project } = await lookAt({ 'To do': ['Weed'] })
  const { email } = person.user
  const here = page.url()
  let mails = 1
  const signInAgain = async (meanwhile = async () => {}) => {
    await heading(page, 'Sign in again').waitFor()
    await meanwhile()
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

  // While cards are added, noticed by the first of them. The month ends when that is sent: if it ended sooner, the page
  // could be replaced before the card is typed.
  await intercept(page, '**/api/batch', (route) => {
    monthLater()
    return route.continue()
  })
  await composer(page, 'Doing').focus()
  await page.keyboard.type('Dig')
  await page.keyboard.press('Enter')
  await signInAgain(() => page.unrouteAll({ behavior: 'wait' }))
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
    await edit(page, 'Dig', 'Dig deeper')
    await person.client.removeCard({ id: await idOf(project, 'Dig') })
    await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Rake'] })
    expect(await refusalIn(page, person.user.id)).toMatchObject({
      code: 'not_found',
      operation: { kind: 'edit card', text: 'Dig deeper', before: 'Dig' },
    })
    await isSent(page, person.user.id)
  })

  test('a card that is completed, moved or deleted meanwhile is gone without a word', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed', 'Water', 'Sow', 'Mow'] })
    await goOffline(page)
    for (const text of ['Weed', 'Water', 'Sow'])
      await person.client.removeCard({ id: await idOf(project, text) })
    await tick(page, 'Weed').click()
    await becomes(() => tick(page, 'Weed').isChecked(), true)
    await press(page, 'Water', 'Shift+ArrowRight')
    await becomes(() => boardOn(page), { 'To do': ['Weed', 'Sow', 'Mow'], Doing: ['Water'], Done: [] })
    await press(page, 'Sow', 'Delete')
    await becomes(() => boardOn(page), { 'To do': ['Weed', 'Mow'], Doing: ['Water'], Done: [] })
    // A neighbour's end is nothing to the card that is moved.
    await press(page, 'Mow', 'Shift+ArrowUp')
    await becomes(() => boardOn(page), { 'To do': ['Mow', 'Weed'], Doing: ['Water'], Done: [] })
    await page.context().setOffline(false)
    await boardIs(page, person.client, project, { 'To do': ['Mow'] })
    await isSent(page, person.user.id)
    expect(await refusedIn(page, person.user.id)).toEqual([])
    expect(await complaints(page)).toBe(0)
  })

  test('a project leaves what was being written in it to the inbox', async () => {
    const { page, project } = await lookAt({ 'To do': ['Weed'] })
    await composer(page, 'Done').fill('Plan the')
    await person.client.removeProject({ project_id: project.id })
    await heading(page, 'This project is not there').waitFor()
    await page.getByText('What you were writing in this project is in your inbox’s field now.').waitFor()
    expect(await link(page, /Garden/).count()).toBe(0)
    await link(page, 'Go to your inbox').click()
    await becomes(() => linesIn(page), ['Plan the'])
  })
})

test('a stale page loses nothing that others added when it moves a card', async () => {
  const { page, project } = await lookAt({ 'To do': ['Weed', 'Water'], Doing: ['Dig'] })
  await goOffline(page)
  await person.client.addProjectCard({ project_id: project.id, text: 'From elsewhere' })
  await press(page, 'Weed', 'Shift+ArrowDown')
  await becomes(() => boardOn(page), { 'To do': ['Water', 'Weed'], Doing: ['Dig'], Done: [] })
  await press(page, 'Water', 'Shift+ArrowRight')
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Water', 'Dig'], Done: [] })
  await page.context().setOffline(false)
  await boardIs(page, person.client, project, {
    'To do': ['Weed', 'From elsewhere'],
    Doing: ['Water', 'Dig'],
  })
})

test('a card that the server refuses late takes along what was done to it, and nothing else', async () => {
  const { page, project } = await lookAt({ 'To do': ['Weed'], Doing: ['Dig'] })
  const held = Promise.withResolvers<void>()
  await intercept(
    page,
    '**/api/batch',
    async (route) => {
      await held.promise
      await route.fulfill({
        json: {
          results: [
            {
              status: 409,
              body: { status: 409, code: 'card_limit_reached', detail: 'You have enough cards.' },
            },
          ],
        },
      })
    },
    { times: 1 },
  )
  await add(page, 'Water', 'To do')
  await press(page, 'Water', 'Shift+ArrowRight')
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Dig', 'Water'], Done: [] })
  await press(page, 'Weed', 'Shift+ArrowRight')
  held.resolve()
  await boardIs(page, person.client, project, { Doing: ['Weed', 'Dig'] })
  expect(await refusalIn(page, person.user.id)).toMatchObject({
    code: 'card_limit_reached',
    reason: 'You have enough cards.',
    operation: { kind: 'add card', text: 'Water' },
  })
  await isSent(page, person.user.id)
})
