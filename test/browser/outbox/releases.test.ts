import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RecordedStore, stores } from '../../releases/stores/store.ts'
import { root } from '../../support/processes/process.ts'
import { expectSentOnce } from './of-releases.ts'

// The first that kept anything, and the last. Those between have their turn in test/long.
const [oldest, newest] = [stores[0] as RecordedStore, stores.at(-1) as RecordedStore]

test('the store of every release since 0.8.0 is recorded', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const versions = [...changelog.matchAll(/^## ([\d.]+)$/gm)].map(([, version]) => version)
  expect(stores.map(({ release }) => release)).toEqual(
    versions.slice(0, versions.indexOf('0.8.0') + 1).reverse(),
  )
})

describe.each([oldest, newest])('what $release has left unsent', (store) => {
  test('is sent, each once', () => expectSentOnce(store))
})
