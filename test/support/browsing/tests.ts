import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startTestInboard } from '../service/inboard.ts'
import { type Browsing, browse } from './browsing.ts'

/**
 * The service and a browser for all tests of a file. It uses the service that all files share, unless the
 * file sets its own options. After each test, fails if the browser has logged an error.
 */
export function browseInTests(environment?: Record<string, string>): Browsing {
  const browsing = {} as Browsing
  beforeAll(async () => {
    const inboard = environment
      ? await startTestInboard(environment)
      : (await import('../service/shared.ts')).inboard
    Object.assign(browsing, await browse(inboard))
  })
  afterAll(async () => {
    await browsing.stop?.()
    if (environment) await browsing.inboard?.stop()
  })
  afterEach(async ({ task }) => {
    await browsing.tidyUp(task.result?.state === 'fail')
    expect(browsing.complaints.splice(0)).toEqual([])
  })
  return browsing
}
