import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import {
  type Board,
  type Browsing,
  becomes,
  boardOf,
  boardOn,
  makeBoard,
  type OpenOptions,
} from '../../support/browsing/browsing.ts'
import { smallTargets } from '../../support/browsing/targets.ts'
import { phone } from '../../support/browsing/touch.ts'

export const start: Board = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Mow'] }

/** Without waiting for what slides. */
export const inHand: OpenOptions = { ...phone, reducedMotion: 'reduce' }

/** Somebody with a phone, before a board. */
export async function visit(browsing: Browsing, board: Board = start, options: OpenOptions = inHand) {
  const person = await browsing.inboard.signIn()
  await person.client.addInboxCard({ text: 'Call the plumber' })
  const house = await makeBoard(person.client, 'House', { Doing: ['Paint the door'] })
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, {
    ...options,
    person,
  })
  await becomes(() => boardOn(page), await boardOf(person.client, project))
  return { page, project, house, person, client: person.client }
}

export const sheet = (page: Page) => page.getByRole('dialog')
export const actions = (page: Page) => sheet(page).getByRole('button').allInnerTexts()
export const isGone = (page: Page) => sheet(page).waitFor({ state: 'detached' })
export const inSheet = (page: Page, name: string) => sheet(page).getByRole('button', { name, exact: true })
export const toolbar = (page: Page) => page.getByRole('toolbar')
export const drawer = (page: Page) => page.getByRole('navigation')

export async function tapCard(page: Page, text: string): Promise<void> {
  await card(page, text).tap()
  await sheet(page).waitFor()
}

/** What would make a phone show its keyboard. */
export const isTyping = (page: Page) =>
  page.evaluate(() =>
    document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea'),
  )

/** Nothing is too small for a finger. */
export async function isHitByFingers(page: Page): Promise<void> {
  expect(await smallTargets(page)).toEqual([])
}
