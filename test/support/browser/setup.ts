import type { TestProject } from 'vitest/node'
import { findBrowser } from './find-browser.ts'
import type { BrowserProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Or why there is none. That fails only the tests that need one. */
    browser: BrowserProgram | { missing: string }
  }
}

/** Finds a browser once for the whole run, and installs one if there is none. */
export default async function prepareBrowser(project: TestProject) {
  const found = await findBrowser().catch(({ message }: Error) => ({ missing: message }))
  if ('missing' in found) process.stderr.write(`${found.missing}\n`)
  project.provide('browser', found)
}
