import { describe, test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { opensDrawer } from './in-hand.ts'

const browsing = browseInTests()

describe('a card in the hand', () => {
  test('opens the drawer by the left edge, and goes to any project there', () =>
    opensDrawer(browsing, async () => ({ x: 6, y: 400 })))
})
