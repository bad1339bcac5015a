import { expect, test } from 'vitest'
import { dateInWords, dueInWords, everyInWords } from '../../../src/board/due.ts'

const today = '2026-11-19'

test('dates near today are said as a person would', () => {
  const said = (day: string, time: string | null = null) => dueInWords({ day, time }, today)
  expect(
    ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-25'].map((day) => said(day)),
  ).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Sat', 'Wed'])
  expect(['2026-11-17', '2026-11-26', '2027-01-01', '0099-03-01'].map((day) => said(day))).toEqual([
    'Tue 17 Nov',
    'Thu 26 Nov',
    'Fri 1 Jan 2027',
    'Sun 1 Mar 99',
  ])
  expect(said('2026-11-20', '15:30')).toBe('Tomorrow 15:30')
})

test('what was understood has the weekday and the date', () => {
  expect(dateInWords({ day: '2026-11-20', time: '08:00' }, today)).toBe('Fri 20 Nov 08:00')
  expect([everyInWords({ count: 1, unit: 'week' }), everyInWords({ count: 3, unit: 'day' })]).toEqual([
    'every week',
    'every 3 days',
  ])
})
