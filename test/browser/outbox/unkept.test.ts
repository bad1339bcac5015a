import { test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { workWithout } from './unkept.ts'

const browsing = browseInTests()

test('where a browser cannot keep anything, with an IndexedDB that refuses, everything works online', async () => {
  await workWithout(browsing, () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('not here', 'SecurityError')
    }
  })
})
