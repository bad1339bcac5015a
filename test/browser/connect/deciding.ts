import type { Page } from 'playwright-core'
import type { Browsing, OpenOptions } from '../../support/browsing/browsing.ts'

/** Opens the page on which somebody decides, with a clock that `consider` moves. */
export async function openConsent(
  browsing: Browsing,
  path: string,
  options: OpenOptions = {},
): Promise<Page> {
  const page = await browsing.open('/healthz', options)
  await page.clock.install()
  await page.goto(browsing.appUrl + path)
  return page
}

/** The heading, whose second line is whom it is about. */
export const asksAbout = (page: Page, whom: string) =>
  page.getByRole('heading', { level: 1, name: `Connect an agent? ${whom}`, exact: true })

/** Lets the moment pass in which presses do not count yet. */
export const consider = (page: Page) => page.clock.fastForward(1000)

export async function decide(page: Page, button: 'Allow' | 'Refuse'): Promise<void> {
  await consider(page)
  await page.getByRole('button', { name: button }).click()
}
