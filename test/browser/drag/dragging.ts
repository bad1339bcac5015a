import type { Locator, Page } from 'playwright-core'
import type { Project } from '../../../src/contract/project.ts'
import { boardIs, tick } from '../../support/browsing/boards.ts'
import {
  type Board,
  type Browsing,
  becomes,
  boardOf,
  boardOn,
  makeBoard,
  type OpenOptions,
  operationsOf,
  readyToDrag,
} from '../../support/browsing/browsing.ts'
import { type Point, pointIn } from '../../support/browsing/touch.ts'
import { eventually, type SignedIn } from '../../support/service/inboard.ts'
import { isStill } from '../motion/motions.ts'

export const start: Board = {
  'To do': ['dig', 'sow', 'water', 'weed'],
  Doing: ['prune', 'mow'],
  Done: [],
}
export const numbered = (count: number) => Array.from({ length: count }, (_, index) => `number ${index + 1}`)

export interface Visit {
  person: SignedIn
  project: Project
  page: Page
  /** What the page has sent. */
  sent: () => string[]
}

/** Somebody new, looking at a board. */
export async function visit(browsing: Browsing, board: Board, options: OpenOptions = {}): Promise<Visit> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person, ...options })
  await becomes(() => boardOn(page), await boardOf(person.client, project))
  await readyToDrag(page)
  return { person, project, page, sent: operationsOf(page) }
}

const isMove = (operation: string) => operation === 'PUT /api/cards/order'
export const movesIn = (sent: string[]) => sent.filter(isMove).length

/** The board is so on the page and on the server, by this many moves and nothing else: they complete what is done now, too. */
export async function isMoved({ page, person, project, sent }: Visit, board: Board, moves = 1) {
  await boardIs(page, person.client, project, board)
  await becomes(async () => [movesIn(sent()), sent().length], [moves, moves])
}

export const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Selected or not. */
export const card = (page: Page, text: string) => page.getByRole('listitem').filter({ has: tick(page, text) })
export const select = (page: Page, text: string) => card(page, text).click({ modifiers: ['Control'] })
export const dropPlace = (page: Page) => page.locator('.drop-place')
export const hasFocus = (page: Page, text: string) =>
  becomes(() => card(page, text).evaluate((element) => element === document.activeElement), true)

export type Somewhere = (page: Page) => Promise<Point>

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { ...box, bottom: box.y + box.height }
}

/** A part of the way down something. */
export const within =
  (find: (page: Page) => Locator, part = 0.5): Somewhere =>
  (page) =>
    pointIn(find(page), part)
export const upperHalfOf = (text: string) => within((page) => card(page, text), 0.25)
export const lowerHalfOf = (text: string) => within((page) => card(page, text), 0.75)

export async function pickUp(page: Page, text: string): Promise<void> {
  // A card that glides is not where its box says.
  await becomes(() => isStill(page), true)
  const { x, y } = await within((at) => card(at, text))(page)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 8, y + 3)
}

export async function carryTo(page: Page, where: Somewhere): Promise<void> {
  const { x, y } = await where(page)
  await page.mouse.move(x, y, { steps: 3 })
  // A browser says so again and again, of a hand that is still.
  await page.mouse.move(x, y)
}

export async function drag(page: Page, text: string, where: Somewhere): Promise<void> {
  await pickUp(page, text)
  await carryTo(page, where)
  await page.mouse.up()
}

/** Two cards, of which one is missing at an end. */
export type Gap = [string | undefined, string | undefined]

/** The cards have made room, and there the place is shown. */
export async function placeIsBetween(page: Page, ...[above, under]: Gap): Promise<void> {
  await eventually(async () => {
    if ((await dropPlace(page).count()) !== 1) return undefined
    const place = await boxOf(dropPlace(page))
    const top = above === undefined ? -Infinity : (await boxOf(card(page, above))).bottom
    const bottom = under === undefined ? Infinity : (await boxOf(card(page, under))).y
    return place.y >= top && place.y - top < 12 === (above !== undefined) && place.bottom <= bottom + 1
      ? true
      : undefined
  }, `a place between ${above} and ${under}`)
}

/** Nothing on the page says that something is being dragged. */
export async function isOver(page: Page): Promise<void> {
  await becomes(() => page.locator('.drop-place, .dragged, .over').count(), 0)
}
