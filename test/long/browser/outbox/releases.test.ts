import { describe, test } from 'vitest'
import { expectSentOnce } from '../../../browser/outbox/of-releases.ts'
import { stores } from '../../../releases/stores/store.ts'

describe.each(stores.slice(1, -1))('what $release has left unsent', (store) => {
  test('is sent, each once', () => expectSentOnce(store))
})
