import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReads } from '../../../src/server/pool/offload.ts'

test('other work has its turn between reads', async () => {
  const read = createReads(1)
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  await Promise.all(Array.from({ length: 10 }, () => read(async () => {})))
  isOver = true
  expect(turns).toBeGreaterThan(9)
})

test('no more reads run than there are slots, and a failed one frees its slot', async () => {
  const read = createReads(2)
  let [running, most] = [0, 0]
  const asked = Array.from({ length: 9 }, (_, index) =>
    read(async () => {
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
