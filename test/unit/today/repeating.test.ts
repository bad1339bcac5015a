import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { inbox } from '../../../src/board/columns.ts'
import { dueOf } from '../../../src/board/due.ts'
import { redated, successorsOf } from '../../../src/board/repeating.ts'
import { cardOf, columnAt } from '../../support/models/things.ts'

const id = '01a1dd4b-3f76-7000-8c01-da6315d4a075'
const repeating = (text: string, given = {}) => cardOf(id, 0, { text, ...given })

/** The text of the card that follows, if there is one. */
const next = (text: string, today: string) => successorsOf([repeating(text)], today)[0]?.text

describe('completing a card that repeats', () => {
  test('adds the next one, with nothing ticked, where the card is', () => {
    const text = 'Water #garden due:2026-11-20 every:week\n- [x] Roses\n- [ ] Ferns'
    const [added, ...others] = successorsOf([repeating(text, columnAt('p', 1))], '2026-11-20')
    expect(others).toEqual([])
    expect(added).toMatchObject({
      follows: id,
      project_id: 'p',
      text: 'Water #garden due:2026-11-27 every:week\n- [ ] Roses\n- [ ] Ferns',
    })
    expect(added?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('adds it to the project that the card is moved to at the same time', () => {
    const [added] = successorsOf(
      [repeating('a due:2026-11-20 every:day', inbox)],
      '2026-11-20',
      columnAt('q', 2),
    )
    expect(added?.project_id).toBe('q')
  })

  test('adds the same card on every day and device, though with another date', () => {
    const [one, other] = ['2026-11-20', '2026-12-25'].flatMap((today) =>
      successorsOf([repeating('a due:2026-11-20 every:day')], today),
    )
    expect(one?.id).toBe(other?.id)
    expect(one?.text).not.toBe(other?.text)
  })

  test.each([
    ['complete already', { text: 'a due:2026-11-20 every:day', complete: true }],
    ['without a date', { text: 'a every:day' }],
    ['that does not repeat', { text: 'a due:2026-11-20' }],
    ['at the end of time', { text: 'a due:9999-12-31 every:day' }],
  ])('adds nothing to one %s', (_, given) => {
    expect(successorsOf([cardOf(id, 0, given)], '2026-11-20')).toEqual([])
  })
})

test.each([
  ['2026-01-31', 'month', '2026-01-31', '2026-02-28'],
  ['2026-02-28', 'month', '2026-02-28', '2026-03-28'],
  ['2028-01-31', 'month', '2028-01-31', '2028-02-29'],
  ['2026-01-31', 'month', '2026-03-05', '2026-03-31'],
  ['2024-02-29', 'year', '2024-02-29', '2025-02-28'],
  ['2024-02-29', '4y', '2026-11-20', '2028-02-29'],
  ['2026-11-20', '2w', '2026-12-10', '2026-12-18'],
  ['2026-11-20', 'week', '2026-12-04', '2026-12-11'],
  ['2026-11-20T08:30', 'day', '2026-11-20', '2026-11-21T08:30'],
  ['2026-12-24', 'day', '2026-11-20', '2026-12-25'],
])('due on %s every %s, completed on %s: next on %s', (due, every, today, expected) => {
  expect(next(`a due:${due} every:${every}`, today)).toBe(`a due:${expected} every:${every}`)
})

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('the next one is due after today and after the last one, however often it was missed', () => {
  fc.assert(
    fc.property(
      anyDay,
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom(...'dwmy'),
      anyDay,
      (due, count, unit, today) => {
        const every = count === 1 ? { d: 'day', w: 'week', m: 'month', y: 'year' }[unit] : `${count}${unit}`
        const text = next(`a due:${due} every:${every}`, today) ?? ''
        const day = dueOf({ text })?.due.day ?? ''
        expect(day > due && day > today).toBe(true)
        // Nothing was skipped that lies after today.
        const before = next(`a due:${due} every:${every}`, due)
        if (due >= today) expect(text).toBe(before)
      },
    ),
  )
})

test('one that comes back from the bin keeps what was changed in it, and gets its date again', () => {
  const successor = { text: 'Water due:2026-11-27 every:week' }
  expect(redated('Water twice due:2026-11-20T09:00 every:week', successor)).toBe(
    'Water twice due:2026-11-27 every:week',
  )
  expect(redated('Water', successor)).toBe('Water due:2026-11-27')
})
