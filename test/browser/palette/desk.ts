import type { Page } from 'playwright-core'
import { type Browsing, makeBoard } from '../../support/browsing/browsing.ts'
import { type Desk, lookAt } from '../../support/browsing/keys.ts'

/** What the board has before anything is done. */
export const garden = { 'To do': ['Weed', 'Water', 'Sow'], Done: ['Dig'] }

/** Two projects and a card in the inbox; only the first project has been looked at. */
export async function sit(browsing: Browsing): Promise<Desk> {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', garden)
  await makeBoard(person.client, 'House', { Doing: ['Paint the door', 'Oil the hinges'] })
  await person.client.addInboxCard({ text: 'Call the plumber' })
  return await lookAt(browsing, person, project)
}

/** The same, with the keyboard on its first card. */
export async function sitAtCard(browsing: Browsing): Promise<Desk> {
  const desk = await sit(browsing)
  await desk.press('ArrowDown')
  await desk.focusIs('Weed')
  return desk
}

export const palette = 'Search or do anything'

export const options = (page: Page) =>
  page.getByRole('option').evaluateAll((all) => all.map((one) => one.querySelector('.name')?.textContent))

/** What a screen reader is told is chosen now. */
export const chosen = (page: Page) =>
  page.getByRole('combobox').evaluate((field) => {
    const option = document.getElementById(field.getAttribute('aria-activedescendant') ?? '')
    return option?.getAttribute('aria-selected') === 'true'
      ? option.querySelector('.name')?.textContent
      : undefined
  })

export const menuItems = (page: Page) => page.getByRole('menuitem').locator('.name').allTextContents()

/** Waits until the keyboard is on this item of a menu. */
export const itemIs = (page: Page, name: string) =>
  page.getByRole('menuitem', { name, exact: true }).and(page.locator(':focus')).waitFor()
