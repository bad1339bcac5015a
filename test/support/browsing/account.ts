import type { BrowserContext, Page } from 'playwright-core'
import { addAccount, makeLink } from '../../../src/server/accounts/administer.ts'
import type { TestInboard } from '../service/inboard.ts'
import type { Browsing, OpenOptions } from './browsing.ts'

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** The alert that has text. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
export const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Opens a link from a mail in a new tab, and presses the button on its page. */
export async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await button(page, /^(Continue to Inboard|Change address|Switch to )/).click()
  return page
}

export const linkWith = ({ world }: TestInboard, token: string) =>
  `${world.config.appUrl}/verify-email?token=${token}`

export const linkIn = (text = '') => /https?:\S+token=\S+/.exec(text)?.[0] ?? ''

/** A link for a new or existing account. It isn't mailed, so there is no rate limit. */
export async function linkFor(inboard: TestInboard, email: string): Promise<string> {
  const { world, clock } = inboard
  const { id } = await addAccount(world.db, clock, email)
  const link = await makeLink(world.db, clock, id)
  return linkWith(inboard, link?.token ?? '')
}

/** Signs in by such a link in a fresh browser, and opens the inbox. */
export async function arriveAsNew(
  browsing: Browsing,
  options: OpenOptions & { email?: string } = {},
): Promise<Page> {
  const { email = `new-${crypto.randomUUID()}@example.com`, ...rest } = options
  const link = await linkFor(browsing.inboard, email)
  const page = await browsing.open(link.slice(browsing.appUrl.length), rest)
  await button(page, 'Continue to Inboard').click()
  await heading(page, 'Inbox').waitFor()
  return page
}

/** The app's name for the browser that the tests use. */
export const thisBrowser = `Chrome on ${{ darwin: 'Mac', win32: 'Windows' }[process.platform as string] ?? 'Linux'}`

/** The session token of a tab. */
export const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('inboard.session') ?? '').token)

interface Authenticator {
  /** Whether the authenticator verifies its user. */
  recognise(recognised: boolean): Promise<void>
}

/** An authenticator that is plugged into this tab. */
export async function plugIn(page: Page): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    recognise: async (isUserVerified) => {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
    },
  }
}
