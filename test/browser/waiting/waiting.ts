import type { Page } from 'playwright-core'
import { card } from '../../support/browsing/boards.ts'
import { addCards, type Browsing } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

// What an account has done that the server has not, as a person sees it.

export const offlineMark = 'Offline · everything is kept on this device'
export const mark = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Unsent changes' })

/** Somebody with these cards, before the inbox. */
export async function inboxWith(
  browsing: Browsing,
  ...texts: string[]
): Promise<{ page: Page; person: SignedIn }> {
  const person = await browsing.inboard.signIn()
  await addCards(person.client, '/api/inbox/cards', texts)
  const page = await browsing.open('/', { person })
  for (const text of texts) await card(page, text).waitFor()
  return { page, person }
}
