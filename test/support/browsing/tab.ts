import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

const spoiling = new WeakMap<Page, () => void>()

/** Marks a tab as not reusable, because something in it can't be undone. */
export const spoil = (page: Page) => spoiling.get(page)?.()

/**
 * A tab that tests use one after the other. Opening a board in a new tab takes twice as long, mostly for its
 * process. If a test does something that can't be undone (a script for every document, a clock, a key held
 * down), the next test gets a new tab.
 */
export class Tab {
  readonly context: BrowserContext
  readonly page: Page
  /** The options with which it was opened. */
  readonly kind: string
  readonly #options: BrowserContextOptions
  readonly #devtools: CDPSession
  readonly #sessions: CDPSession[] = []
  #memory: string | undefined
  #isSpoiled = false
  #isTaken = false

  private constructor(page: Page, options: BrowserContextOptions, devtools: CDPSession) {
    this.page = page
    this.context = page.context()
    this.#options = options
    this.kind = kindOf(options)
    this.#devtools = devtools
    const spoil = () => {
      this.#isSpoiled = true
    }
    before(
      this.context,
      ['addInitScript', 'exposeFunction', 'exposeBinding', 'grantPermissions', 'close'],
      spoil,
    )
    before(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'close'], spoil)
    before(page.clock, ['install', 'setFixedTime', 'setSystemTime'], spoil)
    before(page.keyboard, ['down'], spoil)
    page.once('crash', spoil)
    spoiling.set(page, spoil)
    const newSession = this.context.newCDPSession.bind(this.context)
    this.context.newCDPSession = async (target) => {
      const session = await newSession(target)
      this.#sessions.push(session)
      return session
    }
  }

  static async open(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Page.enable')
    return new Tab(page, options, devtools)
  }

  get isFree(): boolean {
    return !this.#isTaken
  }

  /** Adds a script for its documents, until it is cleaned. */
  async take(source: string): Promise<Page> {
    this.#isTaken = true
    const { identifier } = await this.#devtools.send('Page.addScriptToEvaluateOnNewDocument', { source })
    this.#memory = identifier
    return this.page
  }

  /** Resets the tab, at any service. Resolves to false if that failed. */
  async clean(appUrl: string, origins: Set<string>): Promise<boolean> {
    if (!this.#isTaken) return true
    const { context, page } = this
    if (this.#isSpoiled || page.isClosed() || !origins.has(new URL(page.url()).origin))
      return await this.#discard()
    try {
      await stopAnswering(context)
      await Promise.all(context.pages().map((other) => other !== page && other.close()))
      for (const session of this.#sessions.splice(0)) await session.detach()
      page.removeAllListeners()
      await context.setOffline(false)
      // A page of the same site and with the same policies: the tab keeps its process, with its compiled
      // code.
      await page.goto(`${appUrl}/sw.js`, { waitUntil: 'commit' })
      if (this.#memory)
        await this.#devtools.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: this.#memory })
      // Also the memory cache of the process.
      await page.evaluate(() => {
        localStorage.clear()
        sessionStorage.clear()
      })
      for (const origin of origins)
        await this.#devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      await context.clearCookies()
      await this.#devtools.send('Page.resetNavigationHistory')
      // Moves the mouse away, as in a new tab.
      await page.mouse.move(-1, -1)
      const {
        viewport = usual,
        colorScheme = null,
        reducedMotion = null,
        forcedColors = null,
      } = this.#options
      await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors })
      if (viewport && !isSame(page.viewportSize(), viewport)) await page.setViewportSize(viewport)
    } catch {
      // On an error page, or during a download. No need to find out.
      return await this.#discard()
    }
    this.#isTaken = false
    return true
  }

  async #discard(): Promise<false> {
    await closeQuietly(this.context)
    return false
  }
}

/** Ignores errors of responses to a page that is gone. */
export async function closeQuietly(context: BrowserContext): Promise<void> {
  // The page may have crashed.
  await stopAnswering(context).catch(() => {})
  await context.close()
}

async function stopAnswering(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior })))
}

export const kindOf = (options: BrowserContextOptions) => JSON.stringify(options)

/** Playwright's. */
const usual = { width: 1280, height: 720 }

const isSame = (one: typeof usual | null, other: typeof usual) =>
  one?.width === other.width && one.height === other.height

/** Calls a function before each call of these methods. */
function before<Thing extends object>(thing: Thing, names: (keyof Thing)[], act: () => void): void {
  for (const name of names) {
    const method = thing[name]
    if (typeof method !== 'function') continue
    Object.defineProperty(thing, name, {
      value: (...args: unknown[]) => {
        act()
        return method.apply(thing, args)
      },
    })
  }
}
