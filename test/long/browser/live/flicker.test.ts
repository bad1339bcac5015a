import { test } from 'vitest'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { doesNotFlicker } from './flicker.ts'

const browsing = browseInTests()

test.each([
  ['everything takes its time', '**/api/**'],
  ['the stream is ahead of the answers', '**/api/batch'],
  ['the answers are ahead of the stream', '**/api/events*'],
])('nothing flickers while %s', (_, slow) => doesNotFlicker(browsing, slow))
