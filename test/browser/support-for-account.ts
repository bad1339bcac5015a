import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestInboard } from '../support/inboard.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true })
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
/** Of the alerts, the one that says something. */
export const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
export const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Opens a link from a mail in a tab of its own, and presses the button. */
export async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  await button(page, 'Continue to Inboard').click()
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

/** Nothing that axe objects to and nothing cut off: in both themes, on a narrow phone, a tablet and a desk. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const before = page.viewportSize()
  // Colours on their way from one theme to the other are neither.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(axe)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [320, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      const { violations, overflow } = await page.evaluate(async () => {
        const { violations } = await (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run({
          resultTypes: ['violations'],
        })
        return {
          violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
          overflow: document.documentElement.scrollWidth - innerWidth,
        }
      })
      const where = `${what}, ${colorScheme}, ${width} px`
      expect(violations, where).toEqual([])
      expect(overflow, where).toBeLessThanOrEqual(0)
    }
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  if (before) await page.setViewportSize(before)
}
