import type { Page } from 'playwright-core'
import { heading, linkFor } from '../../support/browsing/account.ts'
import type { Browsing, OpenOptions } from '../../support/browsing/browsing.ts'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'

/** Somebody at their settings. */
export async function openSettings(browsing: Browsing, options: OpenOptions = {}) {
  const person = options.person ?? (await browsing.inboard.signIn())
  const page = await browsing.open('/settings', { ...options, person })
  await heading(page, 'Settings').waitFor()
  return { page, ...person }
}

/** The same person on another device, which says by itself what it is. */
export async function signInWith(inboard: TestInboard, email: string, userAgent: string): Promise<SignedIn> {
  const token = new URL(await linkFor(inboard, email)).searchParams.get('token')
  const headers = { 'user-agent': userAgent }
  const { body } = await inboard.request('POST', '/api/auth/verify-email', { body: { token }, headers })
  return { client: inboard.client(body.token), user: body.user, token: body.token }
}

export const section = (page: Page, name: string) => page.getByRole('region', { name })
export const rowsOf = (page: Page, name: string) => section(page, name).getByRole('listitem')
/** The rows of a section, each as one line. */
export const readRows = async (page: Page, name: string) =>
  (await rowsOf(page, name).allInnerTexts()).map((text) => text.replaceAll(/\n+/g, ', '))
export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

/** As the app says it. */
export const dateOf = (iso: string | null | undefined, locale: string) => {
  const date = new Date(iso ?? '')
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const year = isThisYear ? {} : ({ year: 'numeric' } as const)
  return date.toLocaleDateString(locale, { day: 'numeric', month: 'long', ...year })
}

export const timeOf = (iso: string, locale: string) =>
  new Date(iso).toLocaleTimeString(locale, { timeStyle: 'short' })
