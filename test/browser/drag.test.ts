import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Project } from '../../src/contract/project.ts'
import { boardIs, composer, tick } from '../support/browsing/boards.ts'
import {
  type Board,
  becomes,
  boardOf,
  boardOn,
  inboxOf,
  intercept,
  makeBoard,
  type OpenOptions,
  operationsOf,
  readyToDrag,
} from '../support/browsing/browsing.ts'
import { busy, outboxIn } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import { finger, type Point, phone, pointIn } from '../support/browsing/touch.ts'
import { eventually, type SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()

interface Visit {
  person: SignedIn
  project: Project
  page: Page
  before: Board
  /** What the page has sent. */
  sent: () => string[]
}

/** Somebody new, looking at a board. */
async function visit(board: Board, options: OpenOptions = {}): Promise<Visit> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person, ...options })
  await becomes(() => boardOn(page), await boardOf(person.client, project))
  await readyToDrag(page)
  return { person, project, page, before: board, sent: operationsOf(page) }
}

const isMove = (operation: string) => operation === 'PUT /api/cards/order'
const movesIn = (sent: string[]) => sent.filter(isMove).length

/** The board is so on the page and on the server, by one move of each card, and by completing those that are done now. */
async function isMoved({ page, person, project, before, sent }: Visit, board: Board, cards = 1) {
  await boardIs(page, person.client, project, board)
  const done = board.Done?.filter((text) => !before.Done?.includes(text)) ?? []
  await becomes(async () => [movesIn(sent()), sent().length], [cards, cards + done.length])
}

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Selected or not. */
const card = (page: Page, text: string) => page.getByRole('listitem').filter({ has: tick(page, text) })
const row = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${name}`) })
const dropLine = (page: Page) => page.locator('.drop-line')
const notice = (page: Page, text: string) => page.getByText(text)

type Somewhere = (page: Page) => Promise<Point>

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { ...box, bottom: box.y + box.height }
}

/** A part of the way down something. */
const within =
  (find: (page: Page) => Locator, part = 0.5): Somewhere =>
  (page) =>
    pointIn(find(page), part)
const upperHalfOf = (text: string) => within((page) => card(page, text), 0.25)
const lowerHalfOf = (text: string) => within((page) => card(page, text), 0.75)
const below =
  (name: string, distance: number): Somewhere =>
  async (page) => {
    const { x, width, bottom } = await boxOf(column(page, name))
    return { x: Math.round(x + width / 2), y: Math.round(bottom + distance) }
  }

async function pickUp(page: Page, text: string): Promise<void> {
  const { x, y } = await within((at) => card(at, text))(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 3)
}

async function carryTo(page: Page, where: Somewhere): Promise<void> {
  const { x, y } = await where(page)
  await page.mouse.move(x, y, { steps: 5 })
  // A browser says so again and again, of a hand that is still.
  await page.mouse.move(x, y)
}

async function drag(page: Page, text: string, where: Somewhere): Promise<void> {
  await pickUp(page, text)
  await carryTo(page, where)
  await page.mouse.up()
}

/** Two cards, of which one is missing at an end. */
type Gap = [string | undefined, string | undefined]

async function lineIsBetween(page: Page, ...[above, under]: Gap): Promise<void> {
  const [top, bottom] = await Promise.all([
    above === undefined ? -Infinity : boxOf(card(page, above)).then((box) => box.bottom),
    under === undefined ? Infinity : boxOf(card(page, under)).then((box) => box.y),
  ])
  await eventually(async () => {
    if ((await dropLine(page).count()) !== 1) return undefined
    const line = await boxOf(dropLine(page))
    const middle = (line.y + line.bottom) / 2
    const isNear = middle - top < 6 || bottom - middle < 6
    return middle >= top && middle <= bottom && (isNear || top === -bottom) ? true : undefined
  }, `a line between ${above} and ${under}`)
}

/** Nothing on the page says that something is being dragged. */
async function isOver(page: Page): Promise<void> {
  await becomes(() => page.locator('.drop-line, .dragged, .over').count(), 0)
}

const start: Board = { 'To do': ['dig', 'sow', 'water', 'weed'], Doing: ['prune', 'mow'], Done: [] }

describe('with the mouse', () => {
  test.each<{ to: string; what: string; where: Somewhere; between: Gap; after: Board }>([
    {
      to: 'further down its column',
      what: 'dig',
      where: lowerHalfOf('water'),
      between: ['water', 'weed'],
      after: { ...start, 'To do': ['sow', 'water', 'dig', 'weed'] },
    },
    {
      to: 'the top of its column',
      what: 'weed',
      where: upperHalfOf('dig'),
      between: [undefined, 'dig'],
      after: { ...start, 'To do': ['weed', 'dig', 'sow', 'water'] },
    },
    {
      to: 'the end of its column, over the place for a new card',
      what: 'sow',
      where: within((page) => composer(page, 'To do')),
      between: ['weed', undefined],
      after: { ...start, 'To do': ['dig', 'water', 'weed', 'sow'] },
    },
    {
      to: 'the top of another column, over its name',
      what: 'sow',
      where: within((page) => column(page, 'Doing').getByRole('heading')),
      between: [undefined, 'prune'],
      after: { 'To do': ['dig', 'water', 'weed'], Doing: ['sow', 'prune', 'mow'], Done: [] },
    },
    {
      to: 'the middle of another column',
      what: 'water',
      where: upperHalfOf('mow'),
      between: ['prune', 'mow'],
      after: { 'To do': ['dig', 'sow', 'weed'], Doing: ['prune', 'water', 'mow'], Done: [] },
    },
    {
      to: 'the end of another column, far below it',
      what: 'dig',
      where: below('Doing', 200),
      between: ['mow', undefined],
      after: { 'To do': ['sow', 'water', 'weed'], Doing: ['prune', 'mow', 'dig'], Done: [] },
    },
    {
      to: 'an empty column',
      what: 'prune',
      where: within((page) => page.getByText('What is finished ends up here.')),
      between: [undefined, undefined],
      after: { ...start, Doing: ['mow'], Done: ['prune'] },
    },
  ])('a card goes to $to, where the line is, by one move', async ({ what, where, between, after }) => {
    const visitor = await visit(start)
    const { page } = visitor
    await pickUp(page, what)
    await carryTo(page, where)
    await lineIsBetween(page, ...between)
    expect(await card(page, what).getAttribute('class')).toContain('dragged')
    await page.mouse.up()
    await isMoved(visitor, after)
    await isOver(page)
    await becomes(() => card(page, what).evaluate((element) => element === document.activeElement), true)
    await notice(page, `Moved “${what}” to`).waitFor()
    expect(browsing.complaints).toEqual([])
  })

  test('a card that is dropped outside, or where it was, or not at all, stays without a request', async () => {
    const visitor = await visit(start)
    const { page } = visitor

    await pickUp(page, 'sow')
    await carryTo(page, upperHalfOf('mow'))
    await lineIsBetween(page, 'prune', 'mow')
    await carryTo(
      page,
      within((on) => on.getByRole('heading', { name: 'Garden' })),
    )
    await becomes(() => dropLine(page).count(), 0)
    await page.mouse.up()
    await isOver(page)
    expect(await boardOn(page)).toEqual(start)

    for (const place of [upperHalfOf('sow'), lowerHalfOf('sow'), lowerHalfOf('dig'), upperHalfOf('water')]) {
      await drag(page, 'sow', place)
      await isOver(page)
      expect(await boardOn(page)).toEqual(start)
    }

    await pickUp(page, 'sow')
    await carryTo(page, upperHalfOf('mow'))
    await lineIsBetween(page, 'prune', 'mow')
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await isOver(page)
    expect(await boardOn(page)).toEqual(start)

    await drag(page, 'sow', upperHalfOf('mow'))
    await isMoved(visitor, { 'To do': ['dig', 'water', 'weed'], Doing: ['prune', 'sow', 'mow'], Done: [] })
    expect(browsing.complaints).toEqual([])
  })

  test('selected cards of two columns go together, in their order, and the preview counts them', async () => {
    const visitor = await visit({ ...start, Done: ['plan', 'buy seeds'] })
    const { page } = visitor
    for (const text of ['mow', 'weed', 'dig']) await card(page, text).click({ modifiers: ['Control'] })
    await page.evaluate(() => {
      const texts: (string | null)[] = []
      Object.assign(window, { texts })
      new MutationObserver((records) => {
        for (const { addedNodes } of records) texts.push(...[...addedNodes].map((node) => node.textContent))
      }).observe(document.body, { childList: true })
    })
    await pickUp(page, 'weed')
    await carryTo(page, upperHalfOf('buy seeds'))
    await lineIsBetween(page, 'plan', 'buy seeds')
    await becomes(() => page.locator('.dragged').count(), 3)
    expect(await page.evaluate(() => (window as { texts?: unknown }).texts)).toContain('3 cards')
    await page.mouse.up()
    await isMoved(
      visitor,
      {
        'To do': ['sow', 'water'],
        Doing: ['prune'],
        Done: ['plan', 'dig', 'weed', 'mow', 'buy seeds'],
      },
      3,
    )
    await notice(page, 'Moved 3 cards to Done, 2 of 5.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    const before = { ...start, Done: ['plan', 'buy seeds'] }
    await boardIs(page, visitor.person.client, visitor.project, before)
    expect(browsing.complaints).toEqual([])
  })

  test('selected cards that are dropped among themselves close ranks there', async () => {
    const visitor = await visit(start)
    for (const text of ['dig', 'water']) await card(visitor.page, text).click({ modifiers: ['Control'] })
    await drag(visitor.page, 'dig', upperHalfOf('water'))
    await isMoved(visitor, { ...start, 'To do': ['sow', 'dig', 'water', 'weed'] }, 2)
    expect(browsing.complaints).toEqual([])
  })

  test('a card that is not selected is dragged alone', async () => {
    const visitor = await visit(start)
    const { page } = visitor
    for (const text of ['dig', 'water']) await card(page, text).click({ modifiers: ['Control'] })
    await drag(page, 'mow', upperHalfOf('dig'))
    await isMoved(visitor, { 'To do': ['mow', 'dig', 'sow', 'water', 'weed'], Doing: ['prune'], Done: [] })
    expect(await page.locator('.selected').count()).toBe(0)
    expect(browsing.complaints).toEqual([])
  })

  test('cards go to the inbox and to other projects by the sidebar, whose row lights up', async () => {
    const person = await browsing.inboard.signIn()
    await person.client.addInboxCard({ text: 'call' })
    const kitchen = await makeBoard(person.client, 'Kitchen', { 'To do': ['cook'], Doing: ['wash'] })
    const garden = await makeBoard(person.client, 'Garden', start)
    const page = await browsing.open(`/projects/${garden.id}`, { person })
    await readyToDrag(page)
    await becomes(() => boardOn(page), start)
    const sent = operationsOf(page)

    await pickUp(page, 'dig')
    await carryTo(
      page,
      within((on) => row(on, 'Inbox')),
    )
    await becomes(() => row(page, 'Inbox').getAttribute('class'), 'row over')
    await page.mouse.up()
    await becomes(() => inboxOf(person.client), ['call', 'dig'])
    await isOver(page)
    await becomes(() => card(page, 'sow').evaluate((element) => element === document.activeElement), true)
    expect([movesIn(sent()), sent().length]).toEqual([1, 1])

    for (const text of ['weed', 'prune']) await card(page, text).click({ modifiers: ['Control'] })
    await pickUp(page, 'prune')
    await carryTo(
      page,
      within((on) => row(on, 'Kitchen')),
    )
    await becomes(() => row(page, 'Kitchen').getAttribute('class'), 'row over')
    await page.mouse.up()
    const cooked = { 'To do': ['cook', 'weed', 'prune'], Doing: ['wash'], Done: [] }
    await becomes(() => boardOf(person.client, kitchen), cooked)
    await becomes(() => boardOn(page), { 'To do': ['sow', 'water'], Doing: ['mow'], Done: [] })
    await isOver(page)
    expect([movesIn(sent()), sent().length]).toEqual([3, 3])
    await notice(page, 'Moved 2 cards to Kitchen · To do').waitFor()

    await row(page, 'Inbox').click()
    await becomes(() => boardOn(page), { Inbox: ['call', 'dig'] })
    await drag(
      page,
      'call',
      within((on) => row(on, 'Kitchen')),
    )
    await becomes(() => boardOn(page), { Inbox: ['dig'] })
    await becomes(() => inboxOf(person.client), ['dig'])
    await becomes(() => boardOf(person.client, kitchen), {
      ...cooked,
      'To do': ['cook', 'weed', 'prune', 'call'],
    })
    expect([movesIn(sent()), sent().length]).toEqual([4, 4])

    await row(page, 'Kitchen').click()
    await becomes(() => boardOn(page), { ...cooked, 'To do': ['cook', 'weed', 'prune', 'call'] })
    expect(browsing.complaints).toEqual([])
  })

  test('the inbox is put in order in the same way', async () => {
    const person = await browsing.inboard.signIn()
    for (const text of ['call', 'write', 'read']) await person.client.addInboxCard({ text })
    const page = await browsing.open('/', { person })
    await readyToDrag(page)
    await becomes(() => boardOn(page), { Inbox: ['call', 'write', 'read'] })
    const sent = operationsOf(page)
    await pickUp(page, 'read')
    await carryTo(page, upperHalfOf('write'))
    await lineIsBetween(page, 'call', 'write')
    await page.mouse.up()
    await becomes(() => boardOn(page), { Inbox: ['call', 'read', 'write'] })
    await becomes(() => inboxOf(person.client), ['call', 'read', 'write'])
    expect([movesIn(sent()), sent().length]).toEqual([1, 1])
    expect(browsing.complaints).toEqual([])
  })

  test.each<{ trouble: string; answer: Parameters<Page['route']>[1] }>([
    { trouble: 'cannot be reached', answer: (route) => route.abort() },
    { trouble: 'is busy', answer: busy },
  ])(
    'a move stays where it was made while the server $trouble, and arrives when it can',
    async ({ answer }) => {
      const { page, person, project } = await visit(start)
      await intercept(page, '**/api/batch', answer)
      await drag(page, 'dig', lowerHalfOf('prune'))
      const moved = { 'To do': ['sow', 'water', 'weed'], Doing: ['prune', 'dig', 'mow'], Done: [] }
      await becomes(() => boardOn(page), moved)
      await becomes(async () => (await outboxIn(page, person.user.id)).length, 1)
      expect(await boardOf(person.client, project)).toEqual(start)
      await page.unroute('**/api/batch')
      await boardIs(page, person.client, project, moved)
      expect(browsing.complaints).toEqual([])
    },
  )

  test('what others do waits until the card is dropped; one that they have deleted leaves nothing behind', async () => {
    const visitor = await visit(start)
    const { page, person, project } = visitor
    const { cards } = await person.client.listProjectCards({ project_id: project.id })
    await pickUp(page, 'dig')
    await carryTo(page, upperHalfOf('mow'))
    await lineIsBetween(page, 'prune', 'mow')
    await person.client.addProjectCard({ project_id: project.id, text: 'rake' })
    await person.client.removeCard({ id: cards.find(({ text }) => text === 'dig')?.id ?? '' })
    // The feed is here within a moment, and nothing under the hand has moved.
    await page.waitForTimeout(500)
    expect(await boardOn(page)).toEqual(start)
    await lineIsBetween(page, 'prune', 'mow')
    await page.mouse.up()
    const left = { ...start, 'To do': ['sow', 'water', 'weed', 'rake'] }
    await becomes(() => boardOn(page), left)
    await page.mouse.move(300, 300)
    await isOver(page)
    await drag(page, 'sow', lowerHalfOf('weed'))
    // The move of the card that was gone was sent too, and came to nothing.
    await isMoved(visitor, { ...left, 'To do': ['water', 'weed', 'sow', 'rake'] }, 2)
    expect(browsing.complaints).toEqual([])
  })

  test('selects words, and drags nothing, in a card that is being edited', async () => {
    const visitor = await visit({ 'To do': ['dig the whole bed', 'sow'] })
    const { page } = visitor
    await card(page, 'dig the whole bed').dblclick()
    const field = page.getByLabel('Card text')
    const { x, y, height, width } = await boxOf(field)
    await page.mouse.move(x + 8, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + width - 8, y + height / 2, { steps: 5 })
    expect(await page.locator('.dragged').count()).toBe(0)
    await page.mouse.up()
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('dig the whole bed')
    await page.keyboard.press('Escape')
    await drag(page, 'dig the whole bed', lowerHalfOf('sow'))
    await isMoved(visitor, { 'To do': ['sow', 'dig the whole bed'], Doing: [], Done: [] })
    expect(browsing.complaints).toEqual([])
  })
})

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `number ${index + 1}`)

describe('at the edge', () => {
  test('a long column scrolls until its far end, and back to its beginning', async () => {
    const visitor = await visit({ 'To do': numbered(60) }, { viewport: { width: 1200, height: 500 } })
    const { page } = visitor
    const list = page.locator('.list').first()
    const edge =
      (part: 'top' | 'bottom'): Somewhere =>
      async () => {
        const box = await boxOf(list)
        return { x: Math.round(box.x + 100), y: Math.round(part === 'top' ? box.y + 6 : box.bottom - 6) }
      }
    const untilEnd = () =>
      becomes(
        () => list.evaluate((it) => Math.abs(it.scrollHeight - it.clientHeight - it.scrollTop) <= 1),
        true,
      )

    await pickUp(page, 'number 1')
    await carryTo(page, edge('bottom'))
    await untilEnd()
    await carryTo(page, lowerHalfOf('number 60'))
    await lineIsBetween(page, 'number 60', undefined)
    await page.mouse.up()
    await isMoved(visitor, { 'To do': [...numbered(60).slice(1), 'number 1'], Doing: [], Done: [] })

    await untilEnd()
    await pickUp(page, 'number 1')
    await carryTo(page, edge('top'))
    await becomes(() => list.evaluate((it) => it.scrollTop), 0)
    await carryTo(page, upperHalfOf('number 2'))
    await lineIsBetween(page, undefined, 'number 2')
    await page.mouse.up()
    await becomes(() => boardOn(page), { 'To do': numbered(60), Doing: [], Done: [] })
    expect(browsing.complaints).toEqual([])
  })

  test('over what surrounds a long column, a card goes to where it can be seen to go', async () => {
    const visitor = await visit(
      { 'To do': numbered(40), Doing: ['mow'] },
      { viewport: { width: 1200, height: 500 } },
    )
    const { page } = visitor
    await pickUp(page, 'mow')
    await carryTo(
      page,
      within((on) => composer(on, 'To do')),
    )
    await dropLine(page).waitFor()
    const [line, list] = [await boxOf(dropLine(page)), await boxOf(page.locator('.list').first())]
    expect(line.bottom).toBeLessThanOrEqual(list.bottom + 4)
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await isOver(page)
    expect(browsing.complaints).toEqual([])
  })

  test('a narrow page scrolls to the columns that are out of sight', async () => {
    const visitor = await visit(start, { viewport: { width: 420, height: 700 } })
    const { page } = visitor
    await pickUp(page, 'dig')
    await carryTo(page, async () => ({ x: 415, y: 300 }))
    const columns = page.locator('.columns')
    await becomes(
      () => columns.evaluate((it) => Math.abs(it.scrollWidth - it.clientWidth - it.scrollLeft) <= 1),
      true,
    )
    await carryTo(
      page,
      within((on) => column(on, 'Done')),
    )
    await page.mouse.up()
    await isMoved(visitor, { ...start, 'To do': ['sow', 'water', 'weed'], Done: ['dig'] })
    expect(browsing.complaints).toEqual([])
  })
})

describe('with a finger', () => {
  test('a long press picks a card up, within a column', async () => {
    const visitor = await visit(start, phone)
    const { page } = visitor
    const held = await (await finger(page)).longPress(card(page, 'dig'))
    const there = await lowerHalfOf('water')(page)
    await held.over(there)
    await lineIsBetween(page, 'water', 'weed')
    await held.drop(there)
    await isMoved(visitor, { ...start, 'To do': ['sow', 'water', 'dig', 'weed'] })
    await isOver(page)
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('')
    expect(browsing.complaints).toEqual([])
  })

  test('and carries it to another column', async () => {
    const visitor = await visit(start, { ...phone, viewport: { width: 1024, height: 700 } })
    const { page } = visitor
    const held = await (await finger(page)).longPress(card(page, 'sow'))
    const there = await upperHalfOf('mow')(page)
    await held.over(there)
    await lineIsBetween(page, 'prune', 'mow')
    await held.drop(there)
    await isMoved(visitor, { 'To do': ['dig', 'water', 'weed'], Doing: ['prune', 'sow', 'mow'], Done: [] })
    await isOver(page)
    expect(browsing.complaints).toEqual([])
  })

  test('without the hold the list scrolls, and no card moves', async () => {
    const visitor = await visit({ 'To do': numbered(40) }, phone)
    const { page } = visitor
    await (await finger(page)).swipe({ x: 180, y: 600 }, { x: 180, y: 200 })
    await eventually(
      async () =>
        (await page
          .locator('.list')
          .first()
          .evaluate((it) => it.scrollTop)) > 100
          ? true
          : undefined,
      'the list to scroll',
    )
    expect(await page.locator('.dragged').count()).toBe(0)
    expect(await boardOn(page)).toEqual({ 'To do': numbered(40), Doing: [], Done: [] })
    expect(visitor.sent()).toEqual([])
    expect(browsing.complaints).toEqual([])
  })

  test('a card moves by its menu as well', async () => {
    const visitor = await visit(start, phone)
    const { page } = visitor
    await page.getByRole('button', { name: 'Actions for water' }).tap()
    await page.getByRole('button', { name: 'Move to…' }).tap()
    await page.getByRole('option', { name: 'Done' }).tap()
    await isMoved(visitor, { ...start, 'To do': ['dig', 'sow', 'weed'], Done: ['water'] })
    expect(browsing.complaints).toEqual([])
  })
})
