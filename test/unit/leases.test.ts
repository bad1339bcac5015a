import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { KeyedMutex } from '../../src/server/db/keyed-mutex.ts'
import { WriteLeases } from '../../src/server/db/write-leases.ts'

describe('owners', () => {
  test('are taken in their order by one owner, and apart from those of others', async () => {
    const owners = new KeyedMutex()
    const done: string[] = []
    const first = Promise.withResolvers<void>()
    const work =
      (name: string, until: Promise<void> = Promise.resolve()) =>
      async () => {
        await until
        done.push(name)
        if (name === 'b') throw new Error(name)
        return name
      }
    const a = owners.take('ada', work('a', first.promise))
    const b = owners.take('ada', work('b'))
    const c = owners.take('ada', work('c'))
    expect(await owners.take('bob', work('d'))).toBe('d')
    first.resolve()
    expect(await Promise.allSettled([a, b, c])).toMatchObject([
      { value: 'a' },
      { reason: new Error('b') },
      { value: 'c' },
    ])
    expect(done).toEqual(['d', 'a', 'b', 'c'])
  })
})

describe('leases', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function lease(leases: WriteLeases, took: number): void {
    const end = leases.begin('a')
    vi.advanceTimersByTime(took)
    end()
  }

  test('are due at once while nobody else writes', () => {
    const leases = new WriteLeases((took) => took ** 2 / 4)
    expect(leases.backOffOf('a')).toBe(0)
    lease(leases, 300)
    expect(leases.backOffOf('a')).toBe(0)
  })

  test('are rarer the longer they take, while others write', () => {
    const leases = new WriteLeases((took) => took ** 2 / 4)
    leases.othersWroteAt = performance.now()
    lease(leases, 20)
    expect(leases.backOffOf('a')).toBe(100)
    lease(leases, 40)
    expect(leases.backOffOf('a')).toBe(400)
    lease(leases, 100)
    leases.othersWroteAt = performance.now()
    // Unless nobody writes any more.
    expect(leases.backOffOf('a')).toBe(1000)
    vi.advanceTimersByTime(900)
    expect(leases.backOffOf('a')).toBe(100)
    leases.othersWroteAt = performance.now()
    expect(leases.backOffOf('a')).toBe(1000)
    vi.advanceTimersByTime(900)
    leases.othersWroteAt = performance.now()
    expect(leases.backOffOf('a')).toBe(700)
    vi.advanceTimersByTime(700)
    expect(leases.backOffOf('a')).toBe(0)
  })

  test('of one account do not put off those of another', () => {
    const leases = new WriteLeases((took) => took ** 2 / 4)
    lease(leases, 100)
    leases.othersWroteAt = performance.now()
    expect([leases.backOffOf('a'), leases.backOffOf('b')]).toEqual([1000, 0])
  })
})
