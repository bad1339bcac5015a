import type { Page } from 'playwright-core'
import { card, editor } from '../../support/browsing/boards.ts'
import { type Browsing, goOffline } from '../../support/browsing/browsing.ts'
import { type Desk, sitDown } from '../../support/browsing/keys.ts'

/** What a card of two texts shows. */
export const box = (page: Page) => page.getByRole('group', { name: 'Changed in two places' })

/** All cards were edited here without a connection, and elsewhere meanwhile. */
export async function disagree(browsing: Browsing, texts: string[]): Promise<Desk> {
  const desk = await sitDown(browsing, { 'To do': texts })
  const { page, client, project, press } = desk
  const { cards } = await client.listProjectCards({ project_id: project.id })
  await goOffline(page)
  for (const { id, text } of cards)
    for (const mine of [`${text} soon`, `${text} here`]) {
      await page.locator(`#card-${id}`).focus()
      await press('e')
      await editor(page).fill(mine)
      await press('Enter')
      await card(page, mine).waitFor()
    }
  for (const { id, text } of cards) await client.editCard({ id, text: `${text} there` })
  await page.context().setOffline(false)
  // Theirs is what the card says, and the last of ours stands below it.
  for (const text of texts)
    await card(page, `${text} there`)
      .and(page.locator('li', { has: box(page) }))
      .getByText(`${text} here`)
      .waitFor()
  return desk
}
