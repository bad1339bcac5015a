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
  /** Where people reach it: passkeys work there, and at no other name of the same machine. */
  appUrl: string
  /** A tab of a browser of its own: a visitor's, or that of a person who is signed in. */
  open(path: string, options?: OpenOptions): Promise<Page>
  /** What browsers complained of so far: errors of ours, and whatever the content policy forbade. */
  complaints: string[]
  /** Ends the visits of a test, and makes its tabs ready for the next unless it has failed. */
  tidyUp(hasFailed?: boolean): Promise<void>
  stop(): Promise<void>
}

export interface OpenOptions extends BrowserContextOptions {
  person?: SignedIn
  /** With the service worker, without which the app starts in half the time. */
  worker?: boolean
}

/** A real browser, in which nothing is given up because the machine is busy. */
export async function openBrowser(): Promise<Browser> {
  const browser = await launchBrowser()
  browser.on('context', (context) => context.setDefaultTimeout(patience))
  return browser
}

/** One for all files of a worker, which ends with it; and its tabs, the one that was used last at the end. */
let shared: Promise<Browser> | undefined
const tabs: Tab[] = []
const mostTabs = 5
const origins = new Set<string>()

/** A real browser to look at a service. */
export async function browse(inboard: TestInboard): Promise<Browsing> {
  shared ??= openBrowser()
  const browser = await shared
  const { appUrl } = inboard.world.config
  origins.add(appUrl)
  const complaints: string[] = []
  const listening = new WeakSet<BrowserContext>()
  function listen(context: BrowserContext): void {
    if (listening.has(context)) return
    listening.add(context)
    context.on('weberror', (error) => {
      const { message } = error.error()
      // Of a page that is gone, whose database was deleted for the next test.
      if (!message.includes('Force close delete origin')) complaints.push(message)
    })
    context.on('console', (message) => {
      // An answer of 4xx or none at all is not the page's mistake.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        complaints.push(message.text())
    })
  }
  browser.on('context', listen)
  async function tidyUp(hasFailed = false): Promise<void> {
    const kept: Tab[] = []
    // Nobody knows what a test that has failed was in the middle of.
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
      // Any tab can be made as large as that, unless it is one of a phone.
      if (viewport && given.isMobile) options.viewport = viewport
      const source = `(${remember})(${JSON.stringify(person ? memoryOf(person) : {})})`
      const free = tabs.find((tab) => tab.isFree && tab.kind === kindOf(options))
      if (free) tabs.splice(tabs.indexOf(free), 1)
      const tab = free ?? (await Tab.open(browser, options))
      tabs.push(tab)
      // Its context may be that of another file.
      listen(tab.context)
      const page = await tab.take(source)
      if (viewport && !options.viewport) await page.setViewportSize(viewport)
      await page.goto(appUrl + path)
      return page
    },
    async stop() {
      browser.off('context', listen)
      origins.delete(appUrl)
      await tidyUp()
    },
  }
}

/** For a program of its own: the service, and a browser that ends with it. */
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

/** In the browser, before its first page; whatever happens to it afterwards is left alone. */
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
  // All are in the first column, in order: what belongs to others leaves it.
  for (const [index, { id: status_id }] of statuses.entries()) {
    const card_ids = ids.splice(0, texts[index]?.length)
    if (index > 0 && card_ids.length > 0)
      await client.setColumn({ project_id: project.id, status_id, card_ids })
  }
  return project
}

/** Adds cards at once, in this order, and resolves to their ids. */
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

/** The same as the page shows it. */
export const boardOn = (page: Page): Promise<Board> => page.evaluate(shownBoard)

/** Dragging comes a moment after the cards: a test is quicker than a hand. */
export const readyToDrag = (page: Page) => page.locator('.card[draggable="true"]').first().waitFor()

export const inboxOf = async (client: Client): Promise<string[]> =>
  (await client.listInboxCards()).cards.map(({ text }) => text)

/**
 * As `page.route`, but in force when it returns: a browser that begins to intercept lets a request or two through. An answer to a
 * page that is gone by then is lost.
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
    // A busy browser may not have taken notice. Without any route it is told to stop, and with the next one to begin again.
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
 * Cuts all pages of a visit off. A browser that is told to do so says so to the page first: what the page sends at that moment
 * may still arrive, and a stream that it opens lives on. So it is said again once it is true.
 */
export async function goOffline(page: Page): Promise<void> {
  // What is still on its way would never arrive.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.locator('.loading').waitFor({ state: 'detached' })
  await page.context().setOffline(true)
  await eventually(() => fails(page, '/healthz'), 'the network to be cut')
  await page.evaluate(() => dispatchEvent(new Event('offline')))
}

/** Somebody comes back to this tab: it looks at what has changed, and tries again what could not be sent. */
export const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

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
    seen = JSON.stringify(await look().catch(unlessOnItsWay))
    return seen === text ? true : undefined
  }, `${text}`).catch((cause) => {
    throw new Error(`wanted ${text}\nbut it stayed ${seen}`, { cause })
  })
}

/** While a page goes from one document to the next, there is nothing to look at. */
function unlessOnItsWay(error: Error): undefined {
  if (!/Execution context was destroyed|Cannot find context/.test(error.message)) throw error
}
