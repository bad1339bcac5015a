import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { composer, inboxIs } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, boardOn, inboxOf } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { openAgain, openInbox, ten, typeAll, wire } from './inbox.ts'

/** Ten cards are typed over a slow network, the tab ends in some way right after the last Enter, and they arrive from the next one. */
export async function typeAndEnd(browsing: Browsing, end: (page: Page) => Promise<void>): Promise<void> {
  const person = await browsing.inboard.signIn()
  const page = await openInbox(browsing, person)
  const context = page.context()
  const net = await wire(page)
  net.isSlow = true
  await typeAll(page, ten)
  await end(page)
  await net.speedUp()
  const next = await openAgain(browsing, context)
  await becomes(() => boardOn(next), { Inbox: ten })
  await inboxIs(next, person.client, ten)
  await isSent(next, person.user.id)
  expect(await inboxOf(person.client)).toEqual(ten)
  // Also if its page went between keeping the last one and emptying its field for good.
  expect(await composer(next).inputValue()).toBe('')
}
