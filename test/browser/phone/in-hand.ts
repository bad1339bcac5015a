import type { Page } from 'playwright-core'
import { boardIs, card } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOf, readyToDrag } from '../../support/browsing/browsing.ts'
import { finger, type Point, pointIn } from '../../support/browsing/touch.ts'
import { drawer, start, visit } from './visit.ts'

/** What a project, or the inbox, has in the drawer. */
export const row = (page: Page, name: string) =>
  drawer(page).getByRole('link', { name: new RegExp(`^${name}`) })

/** A card that is carried there opens the drawer, and goes to a project in it. */
export async function opensDrawer(browsing: Browsing, where: (page: Page) => Promise<Point>): Promise<void> {
  const { page, house, client, project } = await visit(browsing)
  await readyToDrag(page)
  const held = await (await finger(page)).longPress(card(page, 'Weed'))
  await held.over(await where(page))
  await row(page, 'House').waitFor()
  // When it has come in.
  await becomes(async () => (await drawer(page).boundingBox())?.x, 0)
  const there = await pointIn(row(page, 'House'))
  await held.over(there)
  await becomes(() => row(page, 'House').getAttribute('class'), 'bar row over')
  await held.drop(there)
  await drawer(page).waitFor({ state: 'hidden' })
  await boardIs(page, client, project, { ...start, 'To do': ['Water', 'Sow'] })
  await becomes(() => boardOf(client, house), { 'To do': ['Weed'], Doing: ['Paint the door'], Done: [] })
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Water')
  await becomes(() => page.evaluate(() => history.state?.depth ?? 0), 0)
}
