import type { Page } from 'playwright-core'
import type { Project } from '../../../src/contract/project.ts'
import { boardIs, card, composer } from '../../support/browsing/boards.ts'
import { type Board, type Browsing, makeBoard } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

/** A board, as its owner sees it. */
export async function lookAt(
  browsing: Browsing,
  person: SignedIn,
  board: Board,
): Promise<{ page: Page; project: Project }> {
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await boardIs(page, person.client, project, board)
  return { page, project }
}

/** What waits in the field of a column. */
export const linesIn = async (page: Page, column?: string) =>
  (await composer(page, column).inputValue()).split('\n').filter(Boolean)

export async function press(page: Page, text: string, key: string): Promise<void> {
  await card(page, text).focus()
  await page.keyboard.press(key)
}

/** How many there are on the page. */
export const complaints = (page: Page) => page.getByRole('alert').filter({ hasText: /./ }).count()
