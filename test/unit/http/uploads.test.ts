import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Uploads } from '../../../src/server/http/admission/uploads.ts'

const mebibyte = 1024 * 1024
const by = (account: string) => ({ account, credential: account })
const body = () => new IncomingMessage(new Socket())
const times = <Thing>(count: number, make: (index: number) => Thing) =>
  Array.from({ length: count }, (_, index) => make(index))

test('many short bodies of an account, or of all, are not all in memory', () => {
  const uploads = new Uploads()
  const size = 65_536
  const holding = (account: string, count: number) =>
    times(count, () => {
      const one = Object.assign(body(), { complete: true })
      expect(uploads.claim(by(account), one, size)).toBeUndefined()
      return { one, isHeld: uploads.hold(by(account), one, size) }
    })
  const first = holding('a', 100)
  expect(first.filter(({ isHeld }) => isHeld)).toHaveLength(64)
  const held = times(10, (index) => holding(`${index}`, 64)).flat()
  expect(held.filter(({ isHeld }) => isHeld)).toHaveLength(7 * 64)
  // Whoever leaves makes room.
  for (const { one } of first) uploads.release(by('a'), one)
  expect(holding('b', 1)[0]?.isHeld).toBe(true)
})

test('when all accounts together have too many long ones, each may have its share, and short ones as before', () => {
  const uploads = new Uploads()
  const claim = (account: string, size: number) => uploads.claim(by(account), body(), size)?.problem.code
  for (const index of times(64, (index) => index))
    expect(claim(`${index % 32}`, 32 * mebibyte)).toBeUndefined()
  expect(claim('0', mebibyte)).toBe('rate_limited')
  expect(claim('neighbour', 40 * mebibyte)).toBeUndefined()
  expect(claim('neighbour', 23 * mebibyte)).toBe('unavailable')
  expect(claim('another', 1000)).toBeUndefined()
})

test('long bodies of an account arrive at a pace, and nobody else waits for that', async () => {
  const uploads = new Uploads()
  const begun = performance.now()
  for (const _ of times(8, () => 0)) await uploads.throttle(by('a'), mebibyte)
  // Timers count whole milliseconds.
  expect(performance.now() - begun).toBeGreaterThan(150)
  let isReady = false
  void uploads.throttle(by('b'), mebibyte).then(() => {
    isReady = true
  })
  await new Promise(setImmediate)
  expect(isReady).toBe(true)
})
