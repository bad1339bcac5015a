import { test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { doesNotFlicker } from './flicker.ts'

const browsing = browseInTests()

test('nothing flickers while everything takes its time', () => doesNotFlicker(browsing, '**/api/**'))
