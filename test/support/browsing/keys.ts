import type { Page } from 'playwright-core'
import type { Client } from '../../../src/client/client.ts'
import type { Project } from '../../../src/contract/project.ts'
import { type Board, type Browsing, becomes, boardOf, boardOn, makeBoard, operationsOf } from './browsing.ts'

/** Somebody with only a keyboard, before a board. */
export interface Desk {
  page: Page
  client: Client
  project: Project
  /** How many moves the page has sent so far: one for each card that was moved. */
  moves(): number
  /** One after the other, at once. */
  press(...keys: string[]): Promise<void>
  type(text: string): Promise<void>
  /** Into the field that has the focus, at once: each key of a text is a moment of work. */
  write(text: string): Promise<void>
  /** Waits until the focus is there: on a card, by its text; else on what has this name. */
  focusIs(name: string): Promise<void>
  /** Waits until the page, and then the server, has the cards so. Columns left out are empty. */
  boardIs(board: Board): Promise<void>
  /** Waits until a screen reader would say it. */
  hears(text: string | RegExp): Promise<void>
}

export async function sitDown(browsing: Browsing, board: Board): Promise<Desk> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', board)
  return await lookAt(browsing, person, project)
}

/** For those who had something to prepare first. */
export async function lookAt(
  browsing: Browsing,
  person: Awaited<ReturnType<Browsing['inboard']['signIn']>>,
  project: Project,
): Promise<Desk> {
  const { client } = person
  const page = await browsing.open(`/projects/${project.id}`, { person })
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
