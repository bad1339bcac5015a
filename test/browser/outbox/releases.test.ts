import { expect, test } from 'vitest'
import { stores } from '../../releases/stores/store.ts'
import { expectRefused, expectSentOnce } from './of-releases.ts'

test.each(stores)('changes that $release has left unsent are sent once each', (store) =>
  expectSentOnce(store),
)

test.each(stores)('a store from before $release is refused, with the way out, and left alone', (store) =>
  expectRefused({ ...store, version: store.version - 1 }),
)

test('the store of a release is recorded', () => {
  expect(stores.map(({ release }) => release)).toContain('0.10.1')
})
