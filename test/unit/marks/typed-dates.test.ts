import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readMarks } from '../../../src/board/text/marks.ts'
import { enterTypedDate, readDateWords, typedDate } from '../../../src/board/text/typed-dates.ts'
import { anyDay, anyText } from './any-text.ts'

/** A Friday. */
const today = '2026-11-20'

const entered = (text: string, day = today) => {
  const typed = typedDate(text, day)
  return typed ? enterTypedDate(text, typed) : null
}

describe('words at the end of the first line', () => {
  test.for([
    ['today', '2026-11-20'],
    ['tomorrow', '2026-11-21'],
    ['Tomorrow', '2026-11-21'],
    ['mon', '2026-11-23'],
    ['fri', '2026-11-27'],
    ['FRIDAY', '2026-11-27'],
    ['sunday', '2026-11-22'],
    ['sun 3pm', '2026-11-22T15:00'],
    ['wed at 15:30', '2026-11-25T15:30'],
    ['next week', '2026-11-23'],
    ['next month', '2026-12-01'],
    ['in 3 days', '2026-11-23'],
    ['in 1 day', '2026-11-21'],
    ['in 2 weeks', '2026-12-04'],
    ['in 3 months', '2027-02-20'],
    ['20 nov', '2026-11-20'],
    ['19 Nov', '2027-11-19'],
    ['nov 21', '2026-11-21'],
    ['mar 1', '2027-03-01'],
    ['1 march', '2027-03-01'],
    ['29 feb', '2028-02-29'],
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20 9:05', '2026-11-20T09:05'],
    ['tomorrow at 15:30', '2026-11-21T15:30'],
    ['tomorrow 15:30', '2026-11-21T15:30'],
    ['tomorrow 12am', '2026-11-21T00:00'],
    ['tomorrow at 12:30pm', '2026-11-21T12:30'],
    ['every day', '2026-11-20 every:day'],
    ['every 2 weeks', '2026-11-20 every:2w'],
    ['every month 9am', '2026-11-20T09:00 every:month'],
    ['every friday', '2026-11-27 every:week'],
    ['every mon at 15:30', '2026-11-23T15:30 every:week'],
    ['every 1 year', '2026-11-20 every:year'],
  ] as const)('%s: %s', ([words, marks]) => {
    expect(entered(`Water ${words}`)).toBe(`Water due:${marks}`)
    expect(entered(`Water #a\t${words} \nmore tomorrow`)).toBe(`Water #a\tdue:${marks} \nmore tomorrow`)
    // Nothing but a date.
    expect([entered(words), entered(`  ${words}\n`)]).toEqual([null, null])
    expect(readDateWords(` ${words} `, today)).not.toBeNull()
  })

  test.for([
    'Enjoy the sun',
    'Where we sat',
    'Newly wed',
    'every sat',
    'Go to mar 3pm',
    'on mar',
    'the 20',
    'at 15:30',
    'Call at 3pm',
    'tomorrow,',
    'tomorrow.',
    'tomorrow now',
    'todays',
    'in 0 days',
    'in 03 days',
    'in 1000 days',
    'next year',
    '30 feb',
    '32 nov',
    'nov 0',
    '20 nov 2026',
    '2026-02-30',
    'tomorrow 25:00',
    'tomorrow 13pm',
    'tomorrow at',
    'tomorrow 3',
    'every days',
    'day after tomorrow',
    'next friday',
    'last friday',
    'of 3 nov',
    'every mon, wed, fri',
    'every monday and thursday',
    'every 0 days',
    'every',
    'march',
    'may',
    '`tomorrow`',
    'https://example.com/today',
  ])('stay as typed: %s', (words) => {
    expect(entered(`Water ${words}`)).toBeNull()
  })

  test('by, on and until belong to the date that they precede', () => {
    expect(entered('Submit taxes by friday')).toBe('Submit taxes due:2026-11-27')
    expect(entered('Invoice on 3 dec')).toBe('Invoice due:2026-12-03')
    expect(entered('by friday')).toBeNull()
  })

  test('stay as typed beside a date', () => {
    expect(entered('Water tomorrow\ndue:2026-11-20')).toBeNull()
    expect(entered('Water due:2026-02-30 tomorrow')).toBe('Water due:2026-02-30 due:2026-11-21')
    expect(entered('Water\ntomorrow')).toBeNull()
  })

  test('are not taken apart: the longest date counts', () => {
    expect(entered('20 nov')).toBeNull()
    expect(entered('every friday')).toBeNull()
    expect(entered(`${'a'.repeat(200)}every ${' '.repeat(80)}friday`)).toBe(
      `${'a'.repeat(200)}every ${' '.repeat(80)}due:2026-11-27`,
    )
  })

  test('are nothing after the year 9999', () => {
    expect([entered('Water tomorrow', '9999-12-31'), entered('Water 1 jan', '9999-12-31')]).toEqual([
      null,
      null,
    ])
  })

  test('become the date that is shown, and nothing else changes', () => {
    const anyWords = fc.constantFrom(
      'fri',
      'tomorrow at 3pm',
      'every 2 weeks',
      'nov 20',
      'x',
      'sun',
      'in 3 days',
    )
    fc.assert(
      fc.property(anyText, anyWords, anyText, anyDay, (before, words, after, day) => {
        const text = `${before} ${words}\n${after}`
        const typed = typedDate(text, day)
        if (!typed) return
        const result = enterTypedDate(text, typed)
        expect(result.slice(0, typed.start)).toBe(text.slice(0, typed.start))
        expect(result.endsWith(text.slice(typed.end))).toBe(true)
        expect(readMarks(result).due).toMatchObject({ start: typed.start, due: typed.due })
      }),
    )
  })
})

test('alone, words need not be told from others', () => {
  expect(readDateWords('sun', today)).toEqual({ due: { day: '2026-11-22', time: null }, every: null })
  expect(readDateWords('every wed', today)).toEqual({
    due: { day: '2026-11-25', time: null },
    every: { count: 1, unit: 'week' },
  })
  expect(['', ' ', 'soon', '3pm', 'a b c d e tomorrow'].map((words) => readDateWords(words, today))).toEqual(
    Array(5).fill(null),
  )
})
