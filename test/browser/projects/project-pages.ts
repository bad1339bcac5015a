import type { Page } from 'playwright-core'
import { button, heading, link } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

export const titlesOf = async ({ client }: SignedIn) =>
  (await client.listProjects()).projects.map(({ title }) => title)

export const newName = (page: Page) => page.getByRole('textbox', { name: 'Name of the new project' })
export const pathOf = (page: Page) => new URL(page.url()).pathname

export const titleField = (page: Page) => page.getByRole('textbox', { name: 'Project name' })

/** The projects in the sidebar. */
export const sidebarOf = (page: Page) => page.locator('nav li .name').allTextContents()

export async function rename(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await titleField(page).fill(title)
  await page.keyboard.press('Enter')
}

/** Waits until a project has this title wherever the page shows it. */
export async function isTitled(page: Page, title: string): Promise<void> {
  await heading(page, title).getByRole('button').waitFor()
  await link(page, title).waitFor()
  await becomes(() => page.title(), `${title} · Inboard`)
}

export async function askToDelete(page: Page): Promise<void> {
  await button(page, 'Project actions').click()
  await page.getByRole('menuitem', { name: 'Delete this project' }).click()
  await page.getByRole('dialog', { name: /^Delete / }).waitFor()
}

export async function create(page: Page, title: string): Promise<void> {
  await button(page, 'New project').click()
  await newName(page).fill(title)
  await page.keyboard.press('Enter')
}
