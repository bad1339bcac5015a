import type { Page } from 'playwright-core'
import type { Card } from '../../../src/contract/card.ts'
import { card } from '../../support/browsing/boards.ts'
import { addCards, type Browsing } from '../../support/browsing/browsing.ts'
import { holdDisk } from '../../support/browsing/store.ts'

/** Acts on Milk and Bread in the inbox while the disk writes nothing, then lets it go; says how to read what the cards became. */
export async function actWhileHeld(
  browsing: Browsing,
  act: (page: Page) => Promise<void>,
): Promise<() => Promise<string[]>> {
  const person = await browsing.inboard.signIn()
  const { client, user } = person
  await addCards(client, '/api/inbox/cards', ['Milk', 'Bread'])
  const page = await browsing.open('/', { person })
  await card(page, 'Milk').focus()
  const letGo = await holdDisk(page, user.id)
  await act(page)
  await letGo()
  const stateOf = ({ text, complete }: Card) => (complete ? `${text}, complete` : text)
  return async () => (await client.listInboxCards()).cards.map(stateOf)
}
