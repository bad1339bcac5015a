import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { weekdayOf } from '../../../src/board/text/days.ts'
import {
  comingMonday,
  dateOfAll,
  shifted,
  withDate,
  withoutDate,
} from '../../../src/web/model/text-changes.ts'

const today = '2026-11-19'
const day = '2026-11-27'

describe('what a person changes about a date', () => {
  test.each([
    ['Weed', { day }, 'Weed due:2026-11-27'],
    ['Weed due:2026-11-20T15:30 every:week', { day }, 'Weed due:2026-11-27T15:30 every:week'],
    ['Weed due:2026-11-20T15:30', { time: null }, 'Weed due:2026-11-20'],
    ['Weed\nwith gloves', { time: '15:30' }, 'Weed due:2026-11-19T15:30\nwith gloves'],
    ['Weed', { every: { count: 2, unit: 'week' } }, 'Weed due:2026-11-19 every:2w'],
    ['Weed due:2026-11-20 every:2w now', { every: null }, 'Weed due:2026-11-20 now'],
  ] as const)('%j with %j is %j', (text, change, expected) => {
    expect(withDate(text, change, today)).toBe(expected)
  })

  test('a repetition goes with its date', () => {
    expect(withoutDate('Weed due:2026-11-20 every:2w now')).toBe('Weed now')
  })

  test('a date moves by days, from today if there is none; nothing becomes overdue unasked', () => {
    expect(shifted('Weed due:2024-02-28T09:00', 1, today)).toBe('Weed due:2024-02-29T09:00')
    expect(shifted('Weed', 1, today)).toBe('Weed due:2026-11-20')
    expect(shifted('Weed', -1, today)).toBe('Weed')
    expect(shifted('Weed due:9999-12-31', 1, today)).toBe('Weed due:9999-12-31')
  })

  test('of several cards, what all of them have is shown', () => {
    expect(dateOfAll(['A due:2026-11-20T09:00', 'B due:2026-11-20'])).toEqual({
      day: '2026-11-20',
      time: undefined,
      every: undefined,
      isDated: true,
    })
    expect(dateOfAll(['A', 'B due:2026-11-20'])).toMatchObject({ day: undefined, isDated: true })
    expect(dateOfAll(['A', 'B'])).toMatchObject({ day: undefined, isDated: false })
  })
})

test('the coming Monday is a Monday, in the next seven days', () => {
  const days = fc
    .integer({ min: 0, max: 400_000 })
    .map((number) => new Date(number * 86_400_000).toISOString())
  fc.assert(
    fc.property(days, (iso) => {
      const from = iso.slice(0, 10)
      const monday = comingMonday(from)
      expect(weekdayOf(monday)).toBe(1)
      const ahead = (Date.parse(monday) - Date.parse(from)) / 86_400_000
      expect(ahead).toBeGreaterThan(0)
      expect(ahead).toBeLessThanOrEqual(7)
    }),
  )
})
