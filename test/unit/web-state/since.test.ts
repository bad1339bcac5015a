import { expect, test } from 'vitest'
import { since } from '../../../src/web/model/wording.ts'

test('when a card was completed is said as people say it, by the days of the calendar', () => {
  // Local times: a Wednesday, shortly after midnight.
  const now = new Date(2026, 10, 18, 0, 30).getTime()
  const at = (...date: [number, number, number, number]) => since(new Date(...date).getTime(), now, 'en-GB')
  expect(since(now - 5_000, now)).toBe('just now')
  // By a clock that is ahead.
  expect(since(now + 5_000, now)).toBe('just now')
  expect(at(2026, 10, 18, 0)).toBe('today')
  expect(at(2026, 10, 17, 23)).toBe('yesterday')
  expect(at(2026, 10, 16, 12)).toBe('on Monday')
  expect(at(2026, 10, 12, 1)).toBe('on Thursday')
  expect(at(2026, 10, 11, 23)).toBe('on 11 November')
  expect(at(2025, 10, 3, 9)).toBe('on 3 November 2025')
})
