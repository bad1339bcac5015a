import type { BrowserContext, Page } from 'playwright-core'
import type { TestInboard } from '../service/inboard.ts'

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Of the alerts, the one that says something. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
export const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Opens a link from a mail in a tab of its own, and presses the button that does what the link is for. */
export async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await button(page, /^(Continue to Inboard|Change address|Switch to )/).click()
  return page
}

export const linkWith = ({ world }: TestInboard, token: string) =>
  `${world.config.appUrl}/verify-email?token=${token}`

export const linkIn = (text = '') => /https?:\S+token=\S+/.exec(text)?.[0] ?? ''

/** Somebody who came by a link, in their inbox. */
export async function arrive(context: BrowserContext, inboard: TestInboard, email: string): Promise<Page> {
  const before = inboard.mails().filter(({ to }) => to === email).length
  await inboard.client().requestLink({ email })
  const page = await openLink(context, linkWith(inboard, await inboard.linkTo(email, before + 1)))
  await heading(page, 'Inbox').waitFor()
  return page
}

/** As the app calls the browser that the tests use. */
export const thisBrowser = `Chrome on ${{ darwin: 'Mac', win32: 'Windows' }[process.platform as string] ?? 'Linux'}`

/** The token of the session that a tab has. */
export const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('inboard.session') ?? '').token)

export interface Authenticator {
  /** Whether it recognises its owner. */
  recognise(recognised: boolean): Promise<void>
}

/** A device that can hold passkeys, plugged into this tab. */
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
