import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairQueue } from '../../../src/server/pool/fair-queue.ts'

/** Keeps the thread busy for so many milliseconds. */
function work(milliseconds: number): void {
  for (const end = performance.now() + milliseconds; performance.now() < end; );
}

test('who has used the least lately comes first, however many of the others wait', async () => {
  const queue = new FairQueue(1)
  const order: string[] = []
  const ask = (account: string, milliseconds: number) =>
    queue.run(account, async () => {
      work(milliseconds)
      order.push(account)
    })
  const many = Array.from({ length: 5 }, () => ask('much', 4))
  await many[0]
  await Promise.all([...many, ask('little', 1)])
  expect(order.indexOf('little')).toBeLessThan(3)
})

test('what takes less and does not wait here has its turn in between', async () => {
  const queue = new FairQueue(1)
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await Promise.all(Array.from({ length: 10 }, () => queue.run('account', async () => work(5))))
  clearInterval(timer)
  expect(turns).toBeGreaterThan(9)
})

test('so many are in work at a time, and one that fails gives its place back', async () => {
  const queue = new FairQueue(2)
  let [inWork, most] = [0, 0]
  const asked = Array.from({ length: 9 }, (_, index) =>
    queue.run(`${index % 3}`, async () => {
      most = Math.max(most, ++inWork)
      await pause(2)
      inWork--
      if (index % 2 === 0) throw new Error(`${index}`)
      return index
    }),
  )
  const outcomes = (await Promise.allSettled(asked)).map(({ status }) => status === 'fulfilled')
  expect(outcomes).toEqual(asked.map((_, index) => index % 2 === 1))
  expect(most).toBe(2)
})
