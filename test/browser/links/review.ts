import type { Page } from 'playwright-core'
import { button, heading, tokenIn } from '../../support/browsing/account.ts'
import type { Browsing } from '../../support/browsing/browsing.ts'
import { changeOf } from './opening.ts'

/** An account that a program and a script can use, and the link that changes its address. */
export async function inheritance({ inboard }: Browsing, name: string) {
  const { client, link } = await changeOf(inboard, `${name}@example.com`, `${name}@example.org`)
  await client.makeApiToken({ label: 'Old script', scope: 'write' })
  return { client, link, email: `${name}@example.org` }
}

export const change = (page: Page) => button(page, /^Change address/).click()
export const endAll = (page: Page) => button(page, 'Remove all other access')

/** Waits for the question, and resolves to the client of whoever is asked. */
export async function asked({ inboard }: Browsing, page: Page, email: string) {
  await heading(page, 'Who else can use this account?').waitFor()
  await page.getByText(`Its address is now ${email}.`).waitFor()
  // Before that, the buttons do nothing.
  await page.getByText('Old script').waitFor()
  return inboard.client(await tokenIn(page))
}
