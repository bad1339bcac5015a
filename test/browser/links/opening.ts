import type { Page } from 'playwright-core'
import { button, linkWith } from '../../support/browsing/account.ts'
import type { Browsing, OpenOptions } from '../../support/browsing/browsing.ts'
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
  await Promise.all([...tabs.map((tab) => tab.waitForEvent('load')), press()])
}

export const isFocused = (page: Page, name: string) =>
  button(page, name).evaluate((element) => element === document.activeElement)

export const isSignedInAs = (page: Page, email: string) =>
  page.getByRole('navigation').getByText(`Signed in as ${email}`).waitFor()
