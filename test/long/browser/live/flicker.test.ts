import { test } from 'vitest'
import { doesNotFlicker } from '../../../browser/live/flicker.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each([
  ['the stream is ahead of the answers', '**/api/batch'],
  ['the answers are ahead of the stream', '**/api/events*'],
])('nothing flickers while %s', (_, slow) => doesNotFlicker(browsing, slow))
