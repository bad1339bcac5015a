import { expect, test } from 'vitest'
import type { BoardHandlers } from '../../../src/server/app.ts'
import { offloading } from '../../../src/server/pool/offload.ts'
import type { Pool } from '../../../src/server/pool/pool.ts'

const small = { cards: 3, bytes: 100, tombstones: 0 }

/** Says where an endpoint is worked on, for an account of this size. */
async function placeOf(name: 'changes' | 'removeCard' | 'addInboxCard', size = small, body?: object) {
  let place = 'at once'
  const run = async () => {
    place = 'in a worker'
    return {}
  }
  const parts = {
    pool: { run } as unknown as Pool,
    sizeOf: async () => size,
    reads: <Result>(_account: string, work: () => Promise<Result>) => {
      place = 'one after the other'
      return work()
    },
  }
  const handlers = { [name]: async () => undefined } as unknown as BoardHandlers
  await offloading(handlers, parts)[name]({ ownerId: 'ada', body } as never)
  return place
}

test('an account of a few cards is served at once, and one of thousands by a worker', async () => {
  expect(await placeOf('changes')).toBe('at once')
  expect(await placeOf('changes', { ...small, cards: 500 })).toBe('one after the other')
  expect(await placeOf('removeCard', { ...small, cards: 500 })).toBe('at once')
  expect(await placeOf('changes', { ...small, cards: 9000 })).toBe('in a worker')
})

test('deleted cards count for a page of changes, and for nothing else', async () => {
  const deleted = { ...small, tombstones: 9000 }
  expect(await placeOf('changes', deleted)).toBe('one after the other')
  expect(await placeOf('removeCard', deleted)).toBe('at once')
})

test('a card at the end of a column is added at once, and one at a position by size', async () => {
  const large = { ...small, cards: 9000 }
  expect(await placeOf('addInboxCard', large, { text: 'Weed' })).toBe('at once')
  expect(await placeOf('addInboxCard', large, { text: 'Weed', position: 0 })).toBe('in a worker')
})
