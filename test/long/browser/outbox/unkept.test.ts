import { test } from 'vitest'
import { workWithout } from '../../../browser/outbox/unkept.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each([
  ['no Web Locks', () => Reflect.deleteProperty(Navigator.prototype, 'locks')],
  ['no IndexedDB', () => Reflect.deleteProperty(globalThis, 'indexedDB')],
])('where a browser cannot keep anything, with %s, everything works online', async (_, without) => {
  await workWithout(browsing, without)
})
