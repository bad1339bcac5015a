import { test } from 'vitest'
import { treatAtOnce } from '../../../browser/bulk/bulk.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('hundreds of cards are completed, deleted and brought back in a handful of requests', () =>
  treatAtOnce(browsing, 320))
