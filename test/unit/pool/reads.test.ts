import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReads } from '../../../src/server/pool/offload.ts'

/** Keeps the thread busy for so many milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('an account with many reads waiting delays the read of another by one', async () => {
  const read = createReads(1)
  const order: string[] = []
  const ask = (account: string) => read(account, async () => void order.push(account))
  await Promise.all([...Array.from({ length: 5 }, () => ask('much')), ask('little')])
  expect(order).toEqual(['much', 'little', 'much', 'much', 'much', 'much'])
})

test('other work has its turn between reads', async () => {
  const read = createReads(1)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 10 }, (_, index) => read(`${index}`, async () => work(5))))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(9)
})

test('no more reads run than there are slots, and a failed one frees its slot', async () => {
  const read = createReads(2)
  let [running, most] = [0, 0]
  const asked = Array.from({ length: 9 }, (_, index) =>
    read(`${index}`, async () => {
      most = Math.max(most, ++running)
      await pause(2)
      running--
      if (index % 2 === 0) throw new Error(`${index}`)
    }),
  )
  const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status === 'fulfilled')
  expect(outcomes).toEqual(asked.map((_, index) => index % 2 === 1))
  expect(most).toBe(2)
})

test('a queued read whose client has gone is not done', async () => {
  const read = createReads(1)
  const done: string[] = []
  let isGone = false
  const first = read('a', async () => {
    isGone = true
  })
  const second = read(
    'a',
    async () => void done.push('second'),
    () => isGone,
  )
  await first
  await expect(second).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  await read('a', async () => void done.push('third'))
  expect(done).toEqual(['third'])
})
