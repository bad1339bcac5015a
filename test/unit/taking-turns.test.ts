import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Loans } from '../../src/server/db/loans.ts'
import { Turns } from '../../src/server/db/turns.ts'

describe('turns', () => {
  test('are taken in their order by one owner, and apart from those of others', async () => {
    const turns = new Turns()
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
    const a = turns.take('ada', work('a', first.promise))
    const b = turns.take('ada', work('b'))
    const c = turns.take('ada', work('c'))
    expect(await turns.take('bob', work('d'))).toBe('d')
    first.resolve()
    expect(await Promise.allSettled([a, b, c])).toMatchObject([
      { value: 'a' },
      { reason: new Error('b') },
      { value: 'c' },
    ])
    expect(done).toEqual(['d', 'a', 'b', 'c'])
  })
})

describe('loans', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  function lend(loans: Loans, took: number): void {
    const end = loans.begin('a')
    vi.advanceTimersByTime(took)
    end()
  }

  test('are due at once while nobody else writes', () => {
    const loans = new Loans((took) => took ** 2 / 4)
    expect(loans.restOf('a')).toBe(0)
    lend(loans, 300)
    expect(loans.restOf('a')).toBe(0)
  })

  test('are rarer the longer they take, while others write', () => {
    const loans = new Loans((took) => took ** 2 / 4)
    loans.othersWrite()
    lend(loans, 20)
    expect(loans.restOf('a')).toBe(100)
    lend(loans, 40)
    expect(loans.restOf('a')).toBe(400)
    lend(loans, 100)
    loans.othersWrite()
    // Unless nobody writes any more.
    expect(loans.restOf('a')).toBe(1000)
    vi.advanceTimersByTime(900)
    expect(loans.restOf('a')).toBe(100)
    loans.othersWrite()
    expect(loans.restOf('a')).toBe(1000)
    vi.advanceTimersByTime(900)
    loans.othersWrite()
    expect(loans.restOf('a')).toBe(700)
    vi.advanceTimersByTime(700)
    expect(loans.restOf('a')).toBe(0)
  })

  test('of one account do not put off those of another', () => {
    const loans = new Loans((took) => took ** 2 / 4)
    lend(loans, 100)
    loans.othersWrite()
    expect([loans.restOf('a'), loans.restOf('b')]).toEqual([1000, 0])
  })
})
