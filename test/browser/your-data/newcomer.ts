import type { Locator, Page, Route } from 'playwright-core'
import { button } from '../../support/browsing/account.ts'
import { type Browsing, becomes, intercept, type OpenOptions } from '../../support/browsing/browsing.ts'
import { pathOfFile } from '../../support/import-files/files.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

/** Somebody who looks at the settings for the first time. */
export async function newcomer(browsing: Browsing, options: OpenOptions = {}) {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person, ...options })
  // Told only when somebody waits for it, a busy browser may hear of that after the key that opens the chooser.
  page.on('filechooser', () => {})
  await button(page, 'Import a file').waitFor()
  return { person, client: person.client, page, section: page.getByRole('region', { name: 'Your data' }) }
}

/** Chooses a file as a person does, by the button. */
export async function choose(
  page: Page,
  file: string | { name: string; text: string | Buffer },
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await button(page, 'Import a file').click()
  const chooser = await choosing
  await chooser.setFiles(
    typeof file === 'string'
      ? pathOfFile(file)
      : { name: file.name, mimeType: '', buffer: Buffer.from(file.text) },
  )
}

/** What the page says will be made. */
export const foretold = (section: Locator) =>
  section.getByRole('list', { name: 'Preview' }).getByRole('listitem').allInnerTexts()

/** In one line each. */
export const flat = async (texts: Promise<string[]>) =>
  (await texts).map((text) => text.replaceAll('\n', ' '))

/** Of the person's projects. */
export const titles = async ({ client }: SignedIn) =>
  (await client.listProjects()).projects.map(({ title }) => title)

/** Holds requests back until they are let go. */
export async function hold(page: Page, pattern: RegExp) {
  const held: Route[] = []
  await intercept(page, pattern, (route) => void held.push(route))
  return {
    arrived: () => becomes(async () => held.length > 0, true),
    go: () => Promise.all(held.splice(0).map((route) => route.continue())),
  }
}
