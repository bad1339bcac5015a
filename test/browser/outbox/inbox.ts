import type { BrowserContext, Page, Route } from 'playwright-core'
import { composer } from '../../support/browsing/boards.ts'
import type { Browsing } from '../../support/browsing/browsing.ts'
import { eventually, type SignedIn } from '../../support/service/inboard.ts'

export const ten = Array.from({ length: 10 }, (_, index) => `Card ${index + 1}`)

/** The inbox of a person who has nothing in it, loaded. */
export async function openInbox(browsing: Browsing, person: SignedIn): Promise<Page> {
  const page = await browsing.open('/', { person })
  await page.getByText('Your inbox is empty.').waitFor()
  return page
}

/**
 * A switch between a browser and the server, for all tabs, also those that are opened later. It is in force when this returns: a
 * browser that begins to intercept lets a request or two through.
 */
export async function wire(page: Page) {
  const state = { isCut: false, isSlow: false }
  const slow: Route[] = []
  // The tab may be gone by then.
  const pass = (route: Route) => route.continue().catch(() => {})
  await page.context().route('**/api/**', async (route) => {
    if (state.isCut || route.request().url().endsWith('/api/is-it-wired'))
      await route.abort('internetdisconnected').catch(() => {})
    else if (state.isSlow) slow.push(route)
    else await pass(route)
  })
  await eventually(
    () =>
      page.evaluate(() =>
        fetch('/api/is-it-wired').then(
          () => undefined,
          () => true,
        ),
      ),
    'the browser to intercept',
  )
  return Object.assign(state, {
    /** Everything that was sent so far arrives, and the rest without delay. */
    async speedUp() {
      state.isSlow = false
      await Promise.all(slow.splice(0).map(pass))
    },
  })
}

export async function typeAll(page: Page, texts: readonly string[], column?: string): Promise<void> {
  await composer(page, column).focus()
  for (const text of texts) {
    await page.keyboard.insertText(text)
    await page.keyboard.press('Enter')
  }
}

/** Another tab of the same browser. */
export async function openAgain(browsing: Browsing, context: BrowserContext, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(browsing.appUrl + path)
  return page
}

/** Another tab has signed in again, and this one knows it when this returns. */
export const signInElsewhere = (page: Page, next: string) =>
  page.evaluate((token) => {
    const key = 'inboard.session'
    const newValue = JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? ''), token })
    localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, next)
