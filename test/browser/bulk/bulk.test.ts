import { test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { treatAtOnce } from './bulk.ts'

const browsing = browseInTests()

test('many cards are completed, deleted and brought back in a handful of requests, with a progress bar', () =>
  // Barely enough for the bar.
  treatAtOnce(browsing, 55))
