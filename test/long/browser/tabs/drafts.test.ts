import { describe } from 'vitest'
import { testDrafts } from '../../../browser/tabs/drafts.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('drafts without Web Locks, as on plain http,', () => {
  testDrafts(browsing, () => Reflect.deleteProperty(Navigator.prototype, 'locks'))
})
