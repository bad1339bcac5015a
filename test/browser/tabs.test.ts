import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
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
} from '../support/browsing/boards.ts'
import { becomes, boardOn, makeBoard } from '../support/browsing/browsing.ts'
import { isSent, outboxIn, refusalIn } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
let project: Project
/** Two tabs of one browser, on the same board. */
let one: Page
let other: Page
const board = { 'To do': ['Weed', 'Water'], Doing: ['Dig'] }

beforeEach(async () => {
  person = await browsing.inboard.signIn()
  project = await makeBoard(person.client, 'Garden', board)
  one = await browsing.open(`/projects/${project.id}`, { person })
  other = await one.context().newPage()
  await other.goto(one.url())
  await bothShow(board)
})

async function bothShow(wanted: Record<string, string[]>): Promise<void> {
  for (const tab of [one, other]) await boardIs(tab, person.client, project, wanted)
}

/** How many streams the server has open. Those of closed browsers go within a moment. */
const streams = () => browsing.inboard.metric('inboard_event_streams')

/** Whether a tab holds the lock of the one that leads. A lock of its own tells it its name among those that hold locks. */
const leads = (tab: Page) =>
  tab.evaluate(
    (turn) =>
      navigator.locks.request(`probe ${crypto.randomUUID()}`, async (probe) => {
        const { held = [] } = await navigator.locks.query()
        const holderOf = (name?: string) => held.find((lock) => lock.name === name)?.clientId
        return holderOf(turn) === holderOf(probe?.name)
      }),
    `inboard.${person.user.id}`,
  )

/** As a browser tells a tab whether it is looked at. */
const look = (tab: Page, visibility: 'visible' | 'hidden') =>
  tab.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, visibility)

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

test('a card that is edited in both keeps what is being typed, wherever it goes, and says what it says by now', async () => {
  await edit(other, 'Weed', 'Weed the beds')
  await edit(one, 'Weed', 'Weed everything')
  await one.keyboard.press('Enter')
  await add(one, 'Sow', 'To do')
  await other.getByText('Sow').waitFor()
  expect(await editor(other).inputValue()).toBe('Weed the beds')
  await other.getByText('Meanwhile this card was changed elsewhere.').waitFor()

  await card(one, 'Weed everything').focus()
  await one.keyboard.press('Shift+ArrowRight')
  await other.getByRole('region', { name: 'Doing' }).getByRole('textbox', { name: 'Card text' }).waitFor()
  expect(await editor(other).inputValue()).toBe('Weed the beds')
  const both = { 'To do': ['Water', 'Sow'], Doing: ['Weed everything', 'Dig'] }
  await boardIs(one, person.client, project, both)
  // Saved without a choice, it waits for one.
  await editor(other).press('Enter')
  expect(await refusalIn(other, person.user.id)).toMatchObject({
    code: 'changed_meanwhile',
    operation: { text: 'Weed the beds' },
    theirs: 'Weed everything',
  })
  await bothShow(both)
})

test.each([
  ['Keep mine', 'Weed the beds'],
  ['Keep theirs', 'Weed everything'],
])('a card that is edited in both is decided by “%s”', async (choice, text) => {
  await edit(other, 'Weed', 'Weed the beds')
  await edit(one, 'Weed', 'Weed everything')
  await one.keyboard.press('Enter')
  await button(other, choice).click()
  await bothShow({ 'To do': [text, 'Water'], Doing: ['Dig'] })
  await isSent(other, person.user.id)
})

test('what is typed in one is left alone by the other', async () => {
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

describe.each<[string, (() => void) | undefined]>([
  ['', undefined],
  [' without Web Locks, as on plain http,', () => Reflect.deleteProperty(Navigator.prototype, 'locks')],
])('drafts%s', (_, script) => {
  beforeEach(async () => {
    if (!script) return
    await one.context().addInitScript(script)
    for (const tab of [one, other]) await tab.reload()
    await bothShow(board)
  })

  test('come back in their tab, and in no other that is open', async () => {
    await composer(one, 'To do').fill('In one')
    await composer(other, 'To do').fill('In the other')
    for (const tab of [one, other]) await tab.reload()
    await becomes(() => composer(one, 'To do').inputValue(), 'In one')
    await becomes(() => composer(other, 'To do').inputValue(), 'In the other')
  })

  test('of a tab that is closed go to the next one that is opened, and those of an open one do not', async () => {
    await composer(one, 'To do').fill('In one')
    await composer(other, 'Doing').fill('Left behind')
    await edit(other, 'Weed', 'Weed the beds')
    await other.close()
    const next = await one.context().newPage()
    await becomes(async () => {
      // A browser takes a moment to let go of what a closed tab had.
      await openAdopting(next)
      return await composer(next, 'Doing').inputValue()
    }, 'Left behind')
    await card(next, 'Weed').dblclick()
    await becomes(() => editor(next).inputValue(), 'Weed the beds')
    expect(await composer(one, 'Doing').inputValue()).toBe('')
    expect(await composer(next, 'To do').inputValue()).toBe('')
    await one.reload()
    await becomes(() => composer(one, 'To do').inputValue(), 'In one')
  })

  test('stay with the tab that others are duplicated from', async () => {
    await composer(one, 'To do').fill('In one')
    const name = await nameOf(one)
    const next = await one.context().newPage()
    await next.goto(`${browsing.appUrl}/healthz`)
    await next.evaluate((taken) => sessionStorage.setItem('inboard.tab', taken), name)
    await next.goto(one.url())
    await card(next, 'Weed').waitFor()
    await becomes(async () => (await nameOf(next)) !== name, true)
    await becomes(() => composer(next, 'To do').inputValue(), '')
    await composer(next, 'To do').fill('In the duplicate')
    for (const tab of [one, next]) await tab.reload()
    await becomes(() => composer(one, 'To do').inputValue(), 'In one')
    await becomes(() => composer(next, 'To do').inputValue(), 'In the duplicate')
  })
})

const nameOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('inboard.tab') ?? '')

/** Opens the board, and waits until the tab has adopted what it may: a draft of no tab, as before 0.8.0, is among it. */
async function openAdopting(tab: Page): Promise<void> {
  const left = `inboard.draft.${person.user.id}.new.${crypto.randomUUID()}`
  await one.evaluate((key) => localStorage.setItem(key, 'Old'), left)
  await tab.goto(one.url())
  await becomes(() => tab.evaluate((key) => localStorage.getItem(key), left), null)
}

test.each(['is not there again', 'comes back'])(
  'a draft whose page went while a card was made of it %s, as the card is there or not',
  async (outcome) => {
    await composer(one, 'To do').fill('Sow')
    const { cards } = await person.client.listProjectCards({ project_id: project.id })
    const isMade = outcome === 'is not there again'
    await one.evaluate(
      (becoming) => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('inboard.draft.')) ?? ''
        localStorage.setItem(key, JSON.stringify({ text: 'Sow', becoming }))
      },
      isMade ? cards[0]?.id : crypto.randomUUID(),
    )
    await one.reload()
    await card(one, 'Weed').waitFor()
    await becomes(() => composer(one, 'To do').inputValue(), isMade ? '' : 'Sow')
    const stored = () =>
      one.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('inboard.draft.')).length)
    await becomes(stored, isMade ? 0 : 1)
  },
)

describe('one of them leads', () => {
  test('and holds the only stream; when it is closed, the other goes on', async () => {
    await becomes(streams, 1)
    await one.close()
    await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
    await boardIs(other, person.client, project, {
      'To do': ['Weed', 'Water', 'From a script'],
      Doing: ['Dig'],
    })
    await becomes(streams, 1)
    await add(other, 'Sow', 'To do')
    await boardIs(other, person.client, project, {
      'To do': ['Weed', 'Water', 'From a script', 'Sow'],
      Doing: ['Dig'],
    })
  })

  test('the one that is looked at: a hidden one hands over, back and forth', async () => {
    await look(one, 'visible')
    await look(other, 'visible')
    await look(one, 'hidden')
    await becomes(() => leads(other), true)
    await look(one, 'visible')
    await look(other, 'hidden')
    await becomes(() => leads(one), true)
    await look(other, 'visible')
    await look(one, 'hidden')
    await becomes(() => leads(other), true)
    await becomes(streams, 1)
    await person.client.addProjectCard({ project_id: project.id, text: 'From a script' })
    await bothShow({ 'To do': ['Weed', 'Water', 'From a script'], Doing: ['Dig'] })
  })

  test('and sends what both do, once and in the order in which it was done', async () => {
    await one.context().route('**/api/batch', (route) => route.abort())
    for (const [index, tab] of [one, other, one, other].entries()) {
      await add(tab, `Card ${index}`, 'Doing')
      // In both: whoever does not know of it yet adds the next one before it.
      for (const shown of [one, other])
        await becomes(async () => (await boardOn(shown)).Doing?.at(-1), `Card ${index}`)
    }
    const all = { ...board, Doing: ['Dig', 'Card 0', 'Card 1', 'Card 2', 'Card 3'] }
    for (const tab of [one, other]) await becomes(() => boardOn(tab), { ...all, Done: [] })
    expect((await outboxIn(one, person.user.id)).length).toBeGreaterThan(3)
    await one.context().unroute('**/api/batch')
    await bothShow(all)
    await isSent(one, person.user.id)
  })
})
