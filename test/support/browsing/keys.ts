import type { Page } from 'playwright-core'
import type { Client } from '../../../src/client/client.ts'
import type { Project } from '../../../src/contract/project.ts'
import {
  type Board,
  type Browsing,
  becomes,
  boardOf,
  boardOn,
  makeBoard,
  type OpenOptions,
  operationsOf,
} from './browsing.ts'

/** A person who uses only the keyboard, on a board. */
export interface Desk {
  page: Page
  client: Client
  project: Project
  /** How many requests to move cards the page has sent so far. */
  moves(): number
  /** Presses keys, without waiting in between. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Inserts text into the focused field at once: typing key by key takes time. */
  write(text: string): Promise<void>
  /** Waits until a card with this text, or an element with this name, has the focus. */
  focusIs(name: string): Promise<void>
  /** Waits until the page, and then the server, has these cards. Columns that are left out are empty. */
  boardIs(board: Board): Promise<void>
  /** Waits until a screen reader would announce it. */
  hears(text: string | RegExp): Promise<void>
}

export async function sitDown(browsing: Browsing, board: Board): Promise<Desk> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', board)
  return await lookAt(browsing, person, project)
}

/** For tests that prepare something first. */
export async function lookAt(
  browsing: Browsing,
  person: Awaited<ReturnType<Browsing['inboard']['signIn']>>,
  project: Project,
  options: OpenOptions = {},
): Promise<Desk> {
  const { client } = person
  const page = await browsing.open(`/projects/${project.id}`, { person, ...options })
  const operations = operationsOf(page)
  await page.getByRole('region', { name: 'To do' }).waitFor()
  return {
    page,
    client,
    project,
    moves: () => operations().filter((one) => one === 'PUT /api/cards/order').length,
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => page.keyboard.type(text),
    write: (text) => page.keyboard.insertText(text),
    focusIs: (name) => becomes(() => focused(page), name),
    async boardIs(board) {
      const whole = { 'To do': [], Doing: [], Done: [], ...board }
      await becomes(() => boardOn(page), whole)
      await becomes(() => boardOf(client, project), whole)
    },
    hears: (text) => page.getByRole('status').filter({ hasText: text }).waitFor(),
  }
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element.matches('body, main')) return element?.localName ?? 'nothing'
    const text = element.matches('.card') ? element.querySelector('.text') : element
    return element.getAttribute('aria-label') ?? text?.textContent?.replace(/^Selected: /, '') ?? ''
  })
