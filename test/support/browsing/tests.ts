import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Browsing, startBrowsing } from './browsing.ts'

/** The service and a browser for all tests of a file. Each leaves no tab open, and nothing for a browser to complain of. */
export function browseInTests(): Browsing {
  const browsing = {} as Browsing
  beforeAll(async () => {
    Object.assign(browsing, await startBrowsing())
  })
  afterAll(() => browsing.stop?.())
  afterEach(async () => {
    await Promise.all(browsing.browser.contexts().map((context) => context.close()))
    expect(browsing.complaints).toEqual([])
  })
  return browsing
}
