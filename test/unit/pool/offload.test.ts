import { expect, test } from 'vitest'
import type { BoardHandlers } from '../../../src/server/app.ts'
import { offloading } from '../../../src/server/pool/offload.ts'
import type { Pool } from '../../../src/server/pool/pool.ts'

/** Says where an endpoint is worked on, for an account that is small or not. */
async function placeOf(name: 'changes' | 'removeCard' | 'addInboxCard', isSmall: boolean, body?: object) {
  let place = 'at once'
  const run = async () => {
    place = 'in a worker'
    return {}
  }
  const parts = {
    pool: { run } as unknown as Pool,
    isSmall: async () => isSmall,
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

test('a small account is served by the server, and a large one by a worker', async () => {
  expect(await placeOf('changes', true)).toBe('one after the other')
  expect(await placeOf('removeCard', true)).toBe('at once')
  expect(await placeOf('changes', false)).toBe('in a worker')
  expect(await placeOf('removeCard', false)).toBe('in a worker')
})

test('a card at the end of a column is added at once, and one at a position by size', async () => {
  expect(await placeOf('addInboxCard', false, { text: 'Weed' })).toBe('at once')
  expect(await placeOf('addInboxCard', false, { text: 'Weed', position: 0 })).toBe('in a worker')
})
