import { test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { treatAtOnce } from './bulk.ts'

const browsing = browseInTests()

test('many cards are completed, deleted and brought back in a handful of requests', () =>
  treatAtOnce(browsing, 55))
