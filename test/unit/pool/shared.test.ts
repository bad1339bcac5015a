import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Shared } from '../../../src/server/pool/shared.ts'

test('other work has its turn between two uses', async () => {
  const one = new Shared([0])
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) setImmediate(turn)
  }
  turn()
  await Promise.all(Array.from({ length: 10 }, () => one.use(async () => {})))
  isOver = true
  expect(turns).toBeGreaterThan(9)
})

test('each thing has one user at a time, and one that fails gives it back', async () => {
  const two = new Shared([0, 1])
  let [running, most] = [0, 0]
  const asked = Array.from({ length: 9 }, (_, index) =>
    two.use(async () => {
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
