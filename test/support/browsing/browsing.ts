import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from 'playwright-core'
import type { Client } from '../../../src/client/client.ts'
import type { Card } from '../../../src/contract/card.ts'
import type { Project } from '../../../src/contract/project.ts'
import { launchBrowser } from '../browser/browser.ts'
import {
  eventually,
  patience,
  type SignedIn,
  startTestInboard,
  type TestInboard,
} from '../service/inboard.ts'
import { memoryOf } from './memory.ts'
import { shownBoard } from './shown.ts'
import { closeQuietly, kindOf, Tab } from './tab.ts'

export interface Browsing {
  inboard: TestInboard
  browser: Browser
  /** The name under which the service is opened. Passkeys don't work under any other name of this machine. */
  appUrl: string
  /** A tab of a new browser profile: signed out, or signed in as a person. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /** Errors that the browser has logged so far: ours, and violations of the content security policy. */
  complaints: string[]
  /** Ends the visits of a test, and reuses its tabs unless the test has failed. */
  tidyUp(hasFailed?: boolean): Promise<void>
  stop(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  person?: SignedIn
  /** With the service worker. Without it, the app starts in half the time. */
  worker?: boolean
}

/** A real browser, without timeouts, because the machine may be busy. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  browser.on('context', (context) => context.setDefaultTimeout(patience))
  return browser
}

/** One for all files of a worker. It ends with the worker. Its tabs are ordered by last use. */
let shared: Promise<Browser> | undefined
const tabs: Tab[] = []
const mostTabs = 5
const origins = new Set<string>()

/** Opens a service in a real browser. */
export async function browse(inboard: TestInboard): Promise<Browsing> {
  shared ??= openBrowser()
  const browser = await shared
  const { appUrl } = inboard.world.config
  const { origin } = new URL(appUrl)
  origins.add(origin)
  const complaints: string[] = []
  const listening = new WeakSet<BrowserContext>()
  function listen(context: BrowserContext): void {
    if (listening.has(context)) return
    listening.add(context)
    context.on('weberror', (error) => {
      const { message } = error.error()
      // From a closed page, whose database was deleted for the next test.
      if (!message.includes('Force close delete origin')) complaints.push(message)
    })
    context.on('console', (message) => {
      // A 4xx or a failed request is not the page's fault.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text())
    })
  }
  browser.on('context', listen)
  async function tidyUp(hasFailed = false): Promise<void> {
    const kept: Tab[] = []
    // A failed test may have left anything behind.
    if (!hasFailed)
      for (const tab of tabs.slice(-mostTabs)) if (await tab.clean(appUrl, origins)) kept.push(tab)
    tabs.splice(0, tabs.length, ...kept)
    const contexts = new Set(kept.map(({ context }) => context))
    await Promise.all(browser.contexts().map((context) => contexts.has(context) || closeQuietly(context)))
  }
  return {
    inboard,
    browser,
    appUrl,
    complaints,
    tidyUp,
    async open(path, { person, worker = false, viewport, ...given } = {}) {
      const options: BrowserContextOptions = { serviceWorkers: worker ? 'allow' : 'block', ...given }
      // Any tab can be resized, unless it emulates a phone.
      if (viewport && given.isMobile) options.viewport = viewport
      const source = `(${remember})(${JSON.stringify(person ? memoryOf(person) : {})})`
      const free = tabs.find((tab) => tab.isFree && tab.kind === kindOf(options))
      if (free) tabs.splice(tabs.indexOf(free), 1)
      const tab = free ?? (await Tab.open(browser, options))
      tabs.push(tab)
      // Its context may belong to another file.
      listen(tab.context)
      const page = await tab.take(source)
      if (viewport && !options.viewport) await page.setViewportSize(viewport)
      await page.goto(appUrl + path)
      return page
    },
    async stop() {
      browser.off('context', listen)
      origins.delete(origin)
      await tidyUp()
    },
  }
}

/** For a program: the service, with a browser that ends with it. */
export async function startBrowsing(environment: Record<string, string> = {}): Promise<Browsing> {
  const inboard = await startTestInboard(environment)
  const browsing = await browse(inboard)
  return {
    ...browsing,
    async stop() {
      await browsing.browser.close()
      await inboard.stop()
    },
  }
}

/** Stores the session in the browser before its first page. Later changes are left alone. */
function remember(memory: object): void {
  // An empty page has no storage.
  if (origin === 'null' || localStorage.getItem('remembered')) return
  localStorage.setItem('remembered', 'yes')
  for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, JSON.stringify(value))
}

export type Board = Record<string, string[]>

/** A project with these cards in its columns. */
export async function makeBoard(client: Client, title: string, board: Board = {}): Promise<Project> {
  const { project } = await client.addProject({ title })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const texts = statuses.map(({ name }) => board[name] ?? [])
  const ids = await addCards(client, `/api/projects/${project.id}/cards`, texts.flat())
  // Cards are added to the first column in order; then those of other columns are moved.
  for (const [index, { id: status_id }] of statuses.entries()) {
    const card_ids = ids.splice(0, texts[index]?.length)
    if (index > 0 && card_ids.length > 0)
      await client.setColumn({ project_id: project.id, status_id, card_ids })
  }
  return project
}

/** Adds cards at once, in this order. Resolves to their ids. */
export async function addCards(client: Client, path: string, texts: string[]): Promise<string[]> {
  if (texts.length === 0) return []
  const operations = texts.map((text) => ({ method: 'POST', path, body: { text } }) as const)
  const { results } = await client.batch({ operations })
  return results.map(({ body }) => (body as { card: Card }).card.id)
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

/** The same, as shown on the page. */
export const boardOn = (page: Page): Promise<Board> => page.evaluate(shownBoard)

/** Cards become draggable a moment after they appear, and a test is faster than a hand. */
export const readyToDrag = (page: Page) => page.locator('.card[draggable="true"]').first().waitFor()

export const inboxOf = async (client: Client): Promise<string[]> =>
  (await client.listInboxCards()).cards.map(({ text }) => text)

/**
 * Like `page.route`, but in force when it returns: a browser that starts to intercept lets a few requests
 * through. A response to a closed page is dropped.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
  options?: { times?: number },
): Promise<void> {
  const probe = '**/is-it-intercepted'
  const handler = async (route: Route): Promise<void> => {
    try {
      await answer(route)
    } catch (error) {
      if (!isOfAClosedPage(error)) throw error
    }
  }
  await eventually(async () => {
    await page.route(url, handler, options)
    await page.route(probe, (route) => route.abort())
    const does = await failsSoon(page, '/is-it-intercepted')
    await page.unroute(probe)
    // A busy browser may not have noticed. Removing all routes and adding one again makes it start over.
    if (!does) await page.unroute(url, handler)
    return does || undefined
  }, 'the browser to intercept')
}

/** Playwright's words. */
const isOfAClosedPage = (error: unknown) => /has been closed/.test(String(error))

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
 * Takes all pages of a visit offline. Chromium first tells the page, and only then cuts the network: requests
 * that the page sends at that moment may still arrive, and a stream that it opens stays open. So it is told
 * again once the network is down.
 */
export async function goOffline(page: Page): Promise<void> {
  // A request in flight would never end.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('.loading').waitFor({ state: 'detached' })
  await page.context().setOffline(true)
  await eventually(() => fails(page, '/healthz'), 'the network to be cut')
  await page.evaluate(() => dispatchEvent(new Event('offline')))
}

/** Waits for the dialogs, which load after the first cards: a page without a service worker can't load them offline. */
export const dialogsLoaded = (page: Page) =>
  page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/lazy-dialogs-[^/]*\.js$/.test(name)),
  )

/** Brings a tab to the front: the app fetches changes, and retries what could not be sent. */
export const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

/** The requests that a page sends from now on, in order: `PATCH /api/cards/…`. */
export function operationsOf(page: Page): () => string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/batch')) return
    for (const { method, path } of request.postDataJSON().operations) sent.push(`${method} ${path}`)
  })
  return () => sent
}

/** The response of a proxy whose server is down. */
export const gatewayDown = (route: Route) =>
  route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>503 Service Unavailable</h1>' })

/** Waits until `look` returns the wanted value. If it never does, throws with the difference. */
export async function becomes<T>(look: () => Promise<T>, wanted: T): Promise<void> {
  const text = JSON.stringify(wanted)
  let seen = ''
  await eventually(async () => {
    seen = JSON.stringify(await look().catch(unlessOnItsWay))
    return seen === text ? true : undefined
  }, `${text}`).catch((cause) => {
    throw new Error(`wanted ${text}\nbut it stayed ${seen}`, { cause })
  })
}

/** During a navigation there is no document to look at. */
function unlessOnItsWay(error: Error): undefined {
  if (!/Execution context was destroyed|Cannot find context/.test(error.message)) throw error
}
