import type { Locator, Page } from 'playwright-core'
import { type Browsing, becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { type Desk, lookAt } from '../../support/browsing/keys.ts'

/** What the board has before anything is done. */
export const garden = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Mow'], Done: ['Dig'] }

/** Somebody before a board, with another project in the sidebar. */
export async function sit(browsing: Browsing, board: Record<string, string[]> = garden): Promise<Desk> {
  const person = await browsing.inboard.signIn()
  await makeBoard(person.client, 'House', { Doing: ['Paint the door'] })
  const project = await makeBoard(person.client, 'Garden', board)
  const desk = await lookAt(browsing, person, project)
  await desk.page.locator('.card').first().waitFor()
  return desk
}

export const menu = (page: Page) => page.getByRole('menu')
export const item = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true })
export const items = (page: Page) => page.getByRole('menuitem').locator('.name').allTextContents()
export const card = (page: Page, text: string) => page.getByRole('listitem', { name: text, exact: true })

/** Waits until the keyboard is on this item. */
export const itemIs = (page: Page, name: string) => item(page, name).and(page.locator(':focus')).waitFor()

/** Waits until there is none. */
export const isClosed = (page: Page) => menu(page).waitFor({ state: 'detached' })

export async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('it is not on the page')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

export const rightClick = (page: Page, text: string) => card(page, text).click({ button: 'right' })

/** Waits until the focus is on the page's card with this text. */
export const cardHasFocus = (page: Page, text: string) =>
  becomes(() => page.evaluate(() => document.activeElement?.querySelector('.text')?.textContent), text)
