import { expect, test } from 'vitest'
import type { BoardHandlers } from '../../../src/server/app.ts'
import { offloading, type Size } from '../../../src/server/pool/offload.ts'
import type { Pool } from '../../../src/server/pool/pool.ts'

/** Says where an endpoint is worked on, for an account of this size. */
async function placeOf(name: 'changes' | 'removeCard' | 'addInboxCard', size: Size, body?: object) {
  let place = 'at once'
  const run = async () => {
    place = 'in a worker'
    return {}
  }
  const parts = {
    pool: { run } as unknown as Pool,
    sizeOf: async () => size,
    reads: {
      use: <Result>(work: (slot: number) => Promise<Result>) => {
        place = 'one after the other'
        return work(1)
      },
    },
  }
  const handlers = { [name]: async () => undefined } as unknown as BoardHandlers
  await offloading(handlers, parts)[name]({ ownerId: 'ada', body } as never)
  return place
}

test('an account of a few cards is served at once, one of hundreds in its turn, and one of thousands by a worker', async () => {
  expect(await placeOf('changes', 'tiny')).toBe('at once')
  expect(await placeOf('changes', 'small')).toBe('one after the other')
  expect(await placeOf('removeCard', 'small')).toBe('at once')
  expect(await placeOf('changes', 'large')).toBe('in a worker')
  expect(await placeOf('removeCard', 'large')).toBe('in a worker')
})

test('a card at the end of a column is added at once, and one at a position by size', async () => {
  expect(await placeOf('addInboxCard', 'large', { text: 'Weed' })).toBe('at once')
  expect(await placeOf('addInboxCard', 'large', { text: 'Weed', position: 0 })).toBe('in a worker')
})
