import type { Page } from 'playwright-core'
import type { Client } from '../../../src/client/client.ts'
import type { Project } from '../../../src/contract/project.ts'
import { type Board, becomes, boardOf, boardOn, inboxOf } from './browsing.ts'

// What a person sees and uses, by its accessible name.

export const composer = (page: Page, column = 'Inbox') =>
  page.getByRole('textbox', { name: `Add a card to ${column}` })
export const card = (page: Page, text: string) => page.getByRole('listitem', { name: text, exact: true })
export const tick = (page: Page, text: string) =>
  page.getByRole('checkbox', { name: `Complete ${text}`, exact: true })
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Card text' })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true })
export const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })

/** Waits for an error message. */
export const complaint = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text }).waitFor()

export async function add(page: Page, text: string, column = 'Inbox'): Promise<void> {
  await composer(page, column).fill(text)
  await page.keyboard.press('Enter')
}

/** Opens a card, and waits until its text has the focus. */
export async function startEditing(page: Page, text?: string): Promise<void> {
  await (text ? card(page, text) : page.getByRole('main').getByRole('listitem')).dblclick()
  await editor(page).and(page.locator(':focus')).waitFor()
}

export async function edit(page: Page, text: string, next: string): Promise<void> {
  await startEditing(page, text)
  await editor(page).fill(next)
}

/** Waits until the page, and then the server, has these cards in the inbox. */
export async function inboxIs(page: Page, client: Client, texts: string[]): Promise<void> {
  await becomes(() => boardOn(page), { Inbox: texts })
  await becomes(() => inboxOf(client), texts)
}

/** The same for the columns of a project. Columns that are left out are empty. */
export async function boardIs(page: Page, client: Client, project: Project, board: Board): Promise<void> {
  const whole = { 'To do': [], Doing: [], Done: [], ...board }
  await becomes(() => boardOn(page), whole)
  await becomes(() => boardOf(client, project), whole)
}

/** The id of a card of a project, as the server has it. */
export async function idOf(
  { client, project }: { client: Client; project: Project },
  text: string,
): Promise<string> {
  const { cards } = await client.listProjectCards({ project_id: project.id })
  return cards.find((one) => one.text === text)?.id ?? ''
}
