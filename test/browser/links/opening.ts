import type { Page } from 'playwright-core'
import { button, linkWith } from '../../support/browsing/account.ts'
import { type Browsing, becomes, type OpenOptions } from '../../support/browsing/browsing.ts'
import type { TestInboard } from '../../support/service/inboard.ts'

/** The page of a link, in a browser of its own. */
export const openPageOf = ({ open, appUrl }: Browsing, link: string, options?: OpenOptions): Promise<Page> =>
  open(link.slice(appUrl.length), options)

/** A person who is signed in elsewhere, and the link that changes their address. */
export async function changeOf(inboard: TestInboard, email: string, next: string) {
  const person = await inboard.signIn(email)
  await person.client.requestAddressChange({ email: next })
  return { ...person, link: linkWith(inboard, await inboard.linkTo(next)) }
}

/** Presses what leads to another account, for which each of these tabs reloads. */
export async function switchAccount(tabs: Page[], press: () => Promise<void>): Promise<void> {
  // Not by the event: that of the page before may come late, and what is pressed in that page is lost.
  for (const tab of tabs) await tab.evaluate(() => Object.assign(globalThis, { isBefore: true }))
  await press()
  for (const tab of tabs) await becomes(() => tab.evaluate(() => 'isBefore' in globalThis), false)
}

export const isFocused = (page: Page, name: string) =>
  button(page, name).evaluate((element) => element === document.activeElement)

export const isSignedInAs = (page: Page, email: string) =>
  page.getByRole('navigation').getByText(`Signed in as ${email}`).waitFor()
