import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Client } from '../../../src/client/client.ts'
import type { Project } from '../../../src/contract/project.ts'
import { launchBrowser } from '../browser/browser.ts'
import {
  eventually,
  patience,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../service/inboard.ts'

export interface Browsing {
  inboard: TestInboard
  browser: Browser
  /** Where people reach it: passkeys work there, and at no other name of the same machine. */
  appUrl: string
  /** A tab of a browser of its own: a visitor's, or that of a person who is signed in. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /** The same in a tab that is there already, as if it were new. That costs half, as its process goes on. */
  openIn(page: Page, path: string, person?: SignedIn): Promise<void>
  /** What browsers complained of so far: errors of ours, and whatever the content policy forbade. */
  complaints: string[]
  stop(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  person?: SignedIn
}

/** A real browser, in which nothing is given up because the machine is busy. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  browser.on('context', (context) => context.setDefaultTimeout(patience))
  return browser
}

/** The whole service and a real browser to look at it. */
export async function startBrowsing(environment: Record<string, string> = {}): Promise<Browsing> {
  const inboard = await startTestInboard(environment)
  const browser = await openBrowser()
  const { appUrl } = inboard.world.config
  const complaints: string[] = []
  return {
    inboard,
    browser,
    appUrl,
    complaints,
    async open(path, { person, ...options } = {}) {
      const context = await browser.newContext(options)
      if (person) await context.addInitScript(remember, memoryOf(person))
      context.on('weberror', (error) => complaints.push(error.error().message))
      context.on('console', (message) => {
        // An answer of 4xx or none at all is not the page's mistake.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          complaints.push(message.text())
      })
      const page = await context.newPage()
      await page.goto(appUrl + path)
      return page
    },
    async openIn(page, path, person) {
      // The app is left first, so that it sends nothing more, and does not notice that its memory is taken away.
      await page.goto('about:blank')
      await page.context().setOffline(false)
      await page.unrouteAll()
      await page.goto(`${appUrl}/healthz`)
      await page.evaluate(forget)
      await page.evaluate(remember, person ? memoryOf(person) : {})
      await page.goto(appUrl + path)
    },
    async stop() {
      await browser.close()
      await inboard.stop()
    },
  }
}

/** What the browser of somebody who has signed in remembers. */
const memoryOf = ({ token, user }: SignedIn) => ({
  'inboard.session': { token, token_type: 'Bearer', expires_at: '2099-01-01T00:00:00.000Z', user },
  // The offer of a passkey has tests of its own.
  'inboard.declined-passkey': [user.id],
})

/** In the browser, before its first page; whatever happens to it afterwards is left alone. */
function remember(memory: object): void {
  // An empty page has no storage.
  if (origin === 'null' || localStorage.getItem('remembered')) return
  localStorage.setItem('remembered', 'yes')
  for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, JSON.stringify(value))
}

async function forget(): Promise<void> {
  localStorage.clear()
  sessionStorage.clear()
  for (const { name = '' } of await indexedDB.databases())
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name)
      deleting.onsuccess = resolve
      deleting.onerror = reject
    })
}

export type Board = Record<string, string[]>

/** A project with these cards in its columns. */
export async function makeBoard(client: Client, title: string, board: Board = {}): Promise<Project> {
  const { project } = await client.addProject({ title })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  for (const { id: status_id, name } of statuses) {
    const card_ids: string[] = []
    for (const text of board[name] ?? []) {
      const { card } = await client.addProjectCard({ project_id: project.id, text })
      card_ids.push(card.id)
    }
    await client.setColumn({ project_id: project.id, status_id, card_ids })
  }
  return project
}

/** The texts of a project's cards by column, as the server has them. */
export async function boardOf(client: Client, project: Project): Promise<Board> {
  const [{ statuses }, { cards }] = await Promise.all([
    client.listStatuses({ project_id: project.id }),
    client.listProjectCards({ project_id: project.id }),
  ])
  return Object.fromEntries(
    statuses.map(({ id, name }) => [
      name,
      cards.filter(({ status_id }) => status_id === id).map(({ text }) => text),
    ]),
  )
}

/** The same as the page shows it. */
export async function boardOn(page: Page): Promise<Board> {
  return await page
    .locator('section.column')
    .evaluateAll((columns) =>
      Object.fromEntries(
        columns.map((column) => [
          column.getAttribute('aria-label') ?? '',
          [...column.querySelectorAll('.card p.text')].map(
            ({ textContent }) => textContent?.replace(/^Selected: /, '') ?? '',
          ),
        ]),
      ),
    )
}

/** Dragging comes a moment after the cards: a test is quicker than a hand. */
export const readyToDrag = (page: Page) => page.locator('.card[draggable="true"]').first().waitFor()

export const inboxOf = async (client: Client): Promise<string[]> =>
  (await client.listInboxCards()).cards.map(({ text }) => text)

/** As `page.route`, but in force when it returns: a browser that begins to intercept lets a request or two through. */
export async function intercept(page: Page, ...args: Parameters<Page['route']>): Promise<void> {
  const probe = '**/is-it-intercepted'
  await eventually(async () => {
    await page.route(...args)
    await page.route(probe, (route) => route.abort())
    const does = await failsSoon(page, '/is-it-intercepted')
    await page.unroute(probe)
    // A busy browser may not have taken notice. Without any route it is told to stop, and with the next one to begin again.
    if (!does) await page.unroute(args[0], args[1])
    return does || undefined
  }, 'the browser to intercept')
}

async function failsSoon(page: Page, path: string): Promise<boolean> {
  for (let looks = 0; looks < 50; looks++) {
    if (await fails(page, path)) return true
    await pause(40)
  }
  return false
}

const fails = (page: Page, path: string) =>
  page.evaluate(
    (url) =>
      fetch(url).then(
        () => undefined,
        () => true,
      ),
    path,
  )

/**
 * Cuts all pages of a visit off. A browser that is told to do so says so to the page first: what the page sends at that moment
 * may still arrive, and a stream that it opens lives on. So it is said again once it is true.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await eventually(() => fails(page, '/healthz'), 'the network to be cut')
  await page.evaluate(() => dispatchEvent(new Event('offline')))
}

/** What a page has sent from now on, in order: `PATCH /api/cards/…`. */
export function operationsOf(page: Page): () => string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/batch')) return
    for (const { method, path } of request.postDataJSON().operations) sent.push(`${method} ${path}`)
  })
  return () => sent
}

/** What a proxy says when there is nothing behind it. */
export const gatewayDown = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' })

/** Waits until a look at something gives what is wanted, and shows the difference if it never does. */
export async function becomes<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  const text = JSON.stringify(wanted)
  let seen = ''
  await eventually(async () => {
    seen = JSON.stringify(await look())
    return seen === text ? true : undefined
  }, `${text}`).catch(() => {
    throw new Error(`wanted ${text}\nbut it stayed ${seen}`)
  })
}
