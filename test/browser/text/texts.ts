import type { Page } from 'playwright-core'
import type { Client } from '../../../src/client/client.ts'
import { addCards } from '../../support/browsing/browsing.ts'

export const addToInbox = (client: Client, ...texts: string[]) => addCards(client, '/api/inbox/cards', texts)

export const longNotes = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of the notes`).join('\n')
export const longTitle = 'A title that goes on and on, '.repeat(40).trim()

/** The tab that opens while something is done. */
export async function tabFrom(page: Page, work: () => Promise<unknown>): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await work()
  return await opening
}
