import type { Browser } from 'playwright-core'
import { inject } from 'vitest'
import { findBrowser } from './find-browser.ts'
import { launch } from './program.ts'

/** Tests use the browser that was found before the run. Other programs find one first. */
export async function launchBrowser(): Promise<Browser> {
  if (!process.env.VITEST) return await launch(await findBrowser())
  const found = inject('browser')
  if ('missing' in found) throw new Error(found.missing)
  return await launch(found)
}
