import fc from 'fast-check'
import type { Due, Every } from '../../../src/board/text/marks.ts'

/** Marks, what is almost a mark, and what surrounds them. */
const pieces = [
  'due:2026-11-20',
  'due:2026-11-20T15:30',
  'due:2026-02-30',
  'every:week',
  'every:2w',
  'every:0d',
  '#garden',
  '#Crème-brûlée',
  '#123',
  '- [ ] ',
  '* [X] ',
  '- [x]',
  '`',
  '```',
  '\n',
  '\n```\n',
  ' ',
  '  ',
  '\t',
  '\u2028',
  '\r\n',
  'Water',
  'https://example.com/#a',
  '🪴',
  '\ud83e',
]

/** Trimmed, as stored texts are. */
export const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(' ', '\n'), fc.string({ unit: 'binary' })), {
    maxLength: 16,
  })
  .map((parts) => parts.join('').trim())

export const anyDay = fc
  .integer({ min: Date.parse('0001-01-01') / 86_400_000, max: Date.parse('9999-12-31') / 86_400_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))

const two = (number: number) => String(number).padStart(2, '0')

export const anyDue: fc.Arbitrary<Due> = fc.record({
  day: anyDay,
  time: fc.option(
    fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([hours, minutes]) => `${two(hours)}:${two(minutes)}`),
  ),
})

export const anyEvery: fc.Arbitrary<Every> = fc.record({
  count: fc.integer({ min: 1, max: 999 }),
  unit: fc.constantFrom('day', 'week', 'month', 'year'),
})
