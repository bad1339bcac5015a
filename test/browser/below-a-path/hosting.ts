import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Browsing, browse } from '../../support/browsing/browsing.ts'
import { PathProxy } from '../../support/network/path-proxy.ts'
import { startTestInboard } from '../../support/service/inboard.ts'

interface Place {
  path: string
  strips: boolean
}

/** For a test file or group: several services on one host, each below its path, in the same browser. */
export function hostInTests(places: readonly Place[]): Browsing[] {
  const all = places.map(() => ({}) as Browsing)
  let proxy: PathProxy | undefined
  beforeAll(async () => {
    proxy = await PathProxy.start()
    for (const [index, { path, strips }] of places.entries()) {
      const inboard = await startTestInboard({ APP_URL: proxy.url + path })
      proxy.add({ path, url: inboard.url, strips })
      Object.assign(all[index] ?? {}, await browse(inboard))
    }
  })
  afterAll(async () => {
    for (const { stop, inboard } of all) {
      await stop?.()
      await inboard?.stop()
    }
    proxy?.stop()
  })
  afterEach(async ({ task }) => {
    for (const { tidyUp } of all) await tidyUp(task.result?.state === 'fail')
    for (const { complaints } of all) expect(complaints.splice(0)).toEqual([])
  })
  return all
}
