import type { Page } from 'playwright-core'
import { button, card, heading, link } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, makeBoard, type OpenOptions } from '../../support/browsing/browsing.ts'

/** Somebody who came from the settings to a board, so that Back has somewhere to lead. */
export async function visit(browsing: Browsing, options: OpenOptions = {}) {
  const person = await browsing.inboard.signIn()
  await makeBoard(person.client, 'Garden', { 'To do': ['Weed', 'Water'] })
  const house = await makeBoard(person.client, 'House', { Doing: ['Paint the door'] })
  const page = await browsing.open('/settings', { person, ...options })
  await heading(page, 'Settings').waitFor()
  if (options.viewport) await button(page, 'Inbox and projects').click()
  await link(page, /^Garden/).click()
  await card(page, 'Weed').waitFor()
  await isSettled(page)
  return { page, client: person.client, house: `${browsing.appUrl}/projects/${house.id}` }
}

/** An entry of the history is removed a moment after what it stood for was closed. */
export const isSettled = (page: Page) => becomes(() => page.evaluate(() => history.state?.depth ?? 0), 0)

export const lengthOf = (page: Page) => page.evaluate(() => history.length)
export const dialog = (page: Page) => page.getByRole('dialog')
export const menu = (page: Page) => page.getByRole('menu')
export const narrow = { viewport: { width: 390, height: 780 } }
