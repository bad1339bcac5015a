import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

/** Waits until the worker of a page is in charge. */
export const isInCharge = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

export const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)

/** The names that the worker keeps files under, oldest first. */
export const cachesOf = (page: Page) => page.evaluate(() => caches.keys())

/** The script that a page was built with, or that the build in a folder has. */
export const scriptOn = (page: Page) => page.locator('script[type="module"]').getAttribute('src')
export const scriptOf = (build: string) =>
  `/${globSync('assets/index-*.js', { cwd: join(build, 'dist') })[0]}`
