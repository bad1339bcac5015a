import type { Page } from 'playwright-core'
import { type Browsing, becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { storedIn } from '../../support/browsing/store.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

/** What the page lists, by its first line. */
export const binOn = (page: Page) => page.locator('.binned .what').allTextContents()

export const binOf = async ({ client }: SignedIn) =>
  (await client.listBin()).items.map(({ text, title }) => text ?? title)

/** Somebody who has deleted Milk, Bread, and a project with two cards; and who has some cards left in their inbox. */
export async function furnished({ inboard }: Browsing, ...left: string[]) {
  const person = await inboard.signIn()
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'], Doing: ['Plan'] })
  for (const text of ['Milk', 'Bread']) {
    const { card } = await client.addInboxCard({ text })
    await client.removeCard({ id: card.id })
  }
  await client.removeProject({ project_id: garden.id })
  for (const text of left) await client.addInboxCard({ text })
  return { person, client, garden }
}

/** A page may show the bin before it has the rest: the number of the account's state says that this is there, too. */
export const isOnDevice = (page: Page, { user }: SignedIn) =>
  becomes(async () => {
    const about = await storedIn(page, user.id, 'about')
    // The bin, and the times the account was set back.
    return about.filter(Array.isArray).length === 2 && about.some(Number.isInteger)
  }, true)
