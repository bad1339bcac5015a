import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Loans } from '../../src/server/db/loans.ts'
import { Turns } from '../../src/server/db/turns.ts'
import { Line } from '../../src/server/http/line.ts'

describe('a line', () => {
  function lineFor(most: number) {
    const line = new Line(most)
    const started: string[] = []
    const enter = (owner: string, name: string) => {
      const start = () => started.push(`${owner} ${name}`)
      if (!line.enter(owner)) return line.wait(owner, start) ? 'waits' : 'is turned away'
      start()
      return 'enters'
    }
    return { line, started, enter }
  }

  test('lets so many of each account in, and the others one by one as those leave', async () => {
    const { line, started, enter } = lineFor(2)
    expect(['a', 'b', 'c', 'd'].map((name) => enter('ada', name))).toEqual([
      'enters',
      'enters',
      'waits',
      'waits',
    ])
    expect(enter('bob', 'a')).toBe('enters')
    expect(started).toEqual(['ada a', 'ada b', 'bob a'])
    line.leave('ada')
    // Those of others who have come meanwhile are first.
    expect(enter('bob', 'b')).toBe('enters')
    await nextTurn()
    expect(started.slice(3)).toEqual(['bob b', 'ada c'])
    line.leave('ada')
    line.leave('ada')
    await nextTurn()
    expect(started.slice(5)).toEqual(['ada d'])
  })

  test('is as it was when all have left', async () => {
    const { line, enter } = lineFor(1)
    for (const name of ['a', 'b', 'c']) enter('ada', name)
    for (let count = 0; count < 3; count++) {
      await nextTurn()
      line.leave('ada')
    }
    expect(enter('ada', 'd')).toBe('enters')
    expect(enter('ada', 'e')).toBe('waits')
  })

  test('is never longer than a thousand', () => {
    const { enter } = lineFor(1)
    const came = Array.from({ length: 1002 }, (_, index) => enter('ada', `${index}`))
    expect([came[0], came[1], came[1000], came[1001]]).toEqual(['enters', 'waits', 'waits', 'is turned away'])
    expect(enter('bob', 'a')).toBe('enters')
  })
})

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
