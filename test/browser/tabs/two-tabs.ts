import type { Page } from 'playwright-core'
import type { Project } from '../../../src/contract/project.ts'
import { boardIs } from '../../support/browsing/boards.ts'
import { type Board, type Browsing, makeBoard } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

export const board = { 'To do': ['Weed', 'Water'], Doing: ['Dig'] }

/** Two tabs of one browser, on the same board. */
export interface TwoTabs {
  person: SignedIn
  project: Project
  one: Page
  other: Page
  /** Waits until both tabs, and the server, have the cards so. */
  bothShow(wanted: Board): Promise<void>
}

/** In a browser in which a script runs first, if there is one. */
export async function openTwo(browsing: Browsing, script?: () => void): Promise<TwoTabs> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', board)
  const path = `/projects/${project.id}`
  const one = await browsing.open(script ? '/healthz' : path, { person })
  if (script) {
    await one.context().addInitScript(script)
    await one.goto(browsing.appUrl + path)
  }
  const other = await one.context().newPage()
  await other.goto(browsing.appUrl + path)
  async function bothShow(wanted: Board): Promise<void> {
    for (const tab of [one, other]) await boardIs(tab, person.client, project, wanted)
  }
  await bothShow(board)
  return { person, project, one, other, bothShow }
}
