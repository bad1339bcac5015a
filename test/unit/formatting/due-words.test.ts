import { expect, test } from 'vitest'
import { dueInWords } from '../../../src/board/due.ts'
import { everyWords, styleFor } from '../../../src/web/model/wording.ts'

test('a date is said in words near today, and written in full further away', () => {
  // A Wednesday.
  const words = (day: string, time: string | null = null) =>
    dueInWords({ day, time }, '2026-11-18', styleFor('en-GB', 'h23'))
  expect(words('2026-11-18')).toBe('Today')
  expect(words('2026-11-19')).toBe('Tomorrow')
  expect(words('2026-11-17')).toBe('Yesterday')
  expect(words('2026-11-20')).toBe('Fri')
  expect(words('2026-11-24')).toBe('Tue')
  expect(words('2026-11-25')).toMatch(/^Wed,? 25 Nov$/)
  expect(words('2026-11-16')).toMatch(/^Mon,? 16 Nov$/)
  expect(words('2027-01-01')).toMatch(/^Fri,? 1 Jan 2027$/)
  expect(words('2026-11-19', '15:30')).toBe('Tomorrow 15:30')
  expect(dueInWords({ day: '2026-11-27', time: '15:30' }, '2026-11-18', styleFor('en-US', 'h12'))).toMatch(
    /^Fri, Nov 27 3:30\sPM$/,
  )
  expect(words('0001-01-01')).toMatch(/^Mon,? 1 Jan 1$/)
  expect(words('9999-12-31')).toMatch(/^Fri,? 31 Dec 9999$/)
})

test('a repetition is said in words', () => {
  expect(everyWords({ count: 1, unit: 'day' })).toBe('Repeats every day')
  expect(everyWords({ count: 2, unit: 'week' })).toBe('Repeats every 2 weeks')
})
