import { expect, test } from 'vitest'
import { nearestTests, titlesIn } from '../../sabotage/nearest.ts'

const tests = new Map([
  ['test/api/bin/purging.test.ts', "test('what has expired cannot be purged', …"],
  ['test/api/bin/listing.test.ts', ''],
  ['test/api/cards.test.ts', ''],
  ['test/unit/expiry.test.ts', "import { expiry } from '../../src/server/bin/expiry.ts'"],
  ['test/browser/bin.test.ts', ''],
  ['test/long/api/bin/purging.test.ts', "test('what has expired cannot be purged', …"],
])

const change = {
  path: 'src/server/bin/expiry.ts',
  titles: ['what has expired cannot be purged'],
  touched: [],
}

test('the tests that came with a commit are known by their names, wherever they are by now', () => {
  const diff =
    "+  test('what has expired cannot be purged', async () => {\n-  test('what was there before', () => {"
  expect(titlesIn(diff)).toEqual(['what has expired cannot be purged'])
  expect(nearestTests(change, tests)).toEqual([
    'test/api/bin/purging.test.ts',
    'test/unit/expiry.test.ts',
    'test/api/bin/listing.test.ts',
  ])
})

test('files of the web app are also tested in browsers', () => {
  expect(nearestTests({ ...change, path: 'src/web/bin/bin.tsx', titles: [] }, tests)).toContain(
    'test/browser/bin.test.ts',
  )
})
