import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextCardId } from '../../../src/board/repeating.ts'
import { addDays, addMonths, dayIn, daysBetween, isDay, weekdayOf } from '../../../src/board/text/days.ts'
import { addIntervals, nextDue, nextText } from '../../../src/board/text/marks.ts'
import { anyDay, anyDue, anyEvery } from './any-text.ts'

test.for([
  ['due:2026-11-20 every:day', '2026-11-20', '2026-11-21'],
  ['due:2026-11-20 every:week', '2026-11-01', '2026-11-27'],
  ['due:2026-11-20T15:30 every:2w', '2026-12-04', '2026-12-18T15:30'],
  ['due:2026-01-31 every:month', '2026-01-31', '2026-02-28'],
  ['due:2026-02-28 every:month', '2026-02-28', '2026-03-28'],
  ['due:2026-01-31 every:month', '2026-03-15', '2026-03-31'],
  ['due:2026-01-31 every:month', '2026-03-31', '2026-04-30'],
  ['due:2028-02-29 every:year', '2028-02-29', '2029-02-28'],
  ['due:2028-02-29 every:4y', '2028-02-29', '2032-02-29'],
  ['due:2028-02-29 every:year', '2031-02-28', '2032-02-29'],
  ['due:0001-01-01 every:day', '9999-12-30', '9999-12-31'],
] as const)('%s, completed on %s, is due on %s', ([marks, today, next]) => {
  expect(nextText(`Water\n${marks}`, today)).toBe(`Water\n${marks.replace(/(?<=due:)\S+/, next)}`)
})

test('the next card has no ticks, and is otherwise the same', () => {
  expect(
    nextText('- [X] Bag due:2026-11-20 every:week #a\n  - [x] `- [x] `\n```\n- [x] a', '2026-11-20'),
  ).toBe('- [ ] Bag due:2026-11-27 every:week #a\n  - [ ] `- [x] `\n```\n- [x] a')
})

test.for(['Water', 'Water due:2026-11-20', 'Water every:week', 'due:9999-12-31 every:day'])(
  '%s has no next',
  (text) => {
    expect(nextText(text, '2026-11-20')).toBeNull()
  },
)

test('the next date is the first after today, counted from the first one', () => {
  const near = fc.integer({ min: -3000, max: 3000 })
  fc.assert(
    fc.property(anyDue, anyEvery, near, (due, every, away) => {
      const today = addDays(due.day, away) ?? due.day
      let times = 1
      let day = addIntervals(due.day, every, times)
      while (day !== null && day <= today) day = addIntervals(due.day, every, ++times)
      expect(nextDue(due, every, today)).toEqual(day && { day, time: due.time })
    }),
  )
})

test('days', () => {
  expect([addDays('9999-12-31', 1), addDays('0001-01-01', -1), addMonths('9999-12-01', 1)]).toEqual([
    null,
    null,
    null,
  ])
  expect([addMonths('2026-01-31', 1), addMonths('2026-01-31', -2), addMonths('0099-12-31', 2)]).toEqual([
    '2026-02-28',
    '2025-11-30',
    '0100-02-28',
  ])
  expect([weekdayOf('2026-11-20'), daysBetween('2026-02-28', '2026-03-01')]).toEqual([5, 1])
  const moment = new Date('2026-11-20T23:30:00Z')
  expect([
    dayIn(moment, 'UTC'),
    dayIn(moment, 'Pacific/Kiritimati'),
    dayIn(moment, 'Pacific/Midway'),
  ]).toEqual(['2026-11-20', '2026-11-21', '2026-11-20'])
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -4e6, max: 4e6 }), (day, count) => {
      const other = addDays(day, count)
      if (other === null) return
      expect([isDay(other), daysBetween(day, other)]).toEqual([true, count])
    }),
  )
})

test('the id of the next card comes from its own', () => {
  const id = '01a1dd4b-3f76-7000-8c01-da6315d4a075'
  const next = nextCardId(id)
  expect(next).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  const digest = hash('sha256', `inboard:next:${id}`)
  const bare = next.replaceAll('-', '')
  expect([bare.slice(0, 12), bare.slice(13, 16), bare.slice(17)]).toEqual([
    digest.slice(0, 12),
    digest.slice(13, 16),
    digest.slice(17, 32),
  ])
})
