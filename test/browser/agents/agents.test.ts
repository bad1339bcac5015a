import { test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { configurations } from './configuration.ts'

const browsing = browseInTests()

test('the settings show the lines that connect an agent, by a URL or by a program', () =>
  configurations(browsing))
