import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  findStepAgain,
  lineOf,
  mayHaveMarks,
  readMarks,
  setDue,
  setEvery,
  tickStep,
  titleOf,
} from '../../../src/board/text/marks.ts'
import { anyDue, anyEvery, anyText } from './any-text.ts'

const due = { day: '2026-11-20', time: null }

describe('setting a date', () => {
  test.for([
    ['Water', 'Water due:2026-11-20'],
    ['Water\nnotes', 'Water due:2026-11-20\nnotes'],
    ['Water \r\nnotes', 'Water due:2026-11-20 \r\nnotes'],
    ['Water due:2027-01-01T10:00 now', 'Water due:2026-11-20 now'],
    ['Water\nnotes due:2027-01-01', 'Water\nnotes due:2026-11-20'],
    ['', 'due:2026-11-20'],
    ['```\na', '``` due:2026-11-20\na'],
  ] as const)('%j: %j', ([text, after]) => {
    expect(setDue(text, due)).toBe(after)
  })

  test('gives a text that date, and removing it gives the text back', () => {
    fc.assert(
      fc.property(anyText, anyDue, (text, date) => {
        const after = setDue(text, date)
        expect(readMarks(after).due?.due).toEqual(date)
        const { due: present } = readMarks(text)
        if (present) return
        expect(setDue(after, null)).toBe(text)
      }),
    )
  })

  test('changes nothing but the mark', () => {
    fc.assert(
      fc.property(anyText, anyDue, (text, date) => {
        const [before, after] = [readMarks(text).due, readMarks(setDue(text, date)).due]
        const changed = setDue(text, date)
        const space = before || after?.start === 0 ? 0 : 1
        const { start = 0, end = 0 } = after ?? {}
        const at = before ?? { start: start - space, end: start - space }
        expect(changed.slice(0, start - space) + text.slice(at.start, at.end) + changed.slice(end)).toBe(text)
      }),
    )
  })
})

describe('removing a date', () => {
  test.for([
    ['Water due:2026-11-20', 'Water'],
    ['Water  due:2026-11-20 now', 'Water  now'],
    ['due:2026-11-20 Water', 'Water'],
    ['due:2026-11-20', ''],
    ['Water\ndue:2026-11-20\nnotes', 'Water\nnotes'],
    ['Water\ndue:2026-11-20 notes', 'Water\nnotes'],
    ['Water\r\ndue:2026-11-20\r\nnotes', 'Water\r\nnotes'],
    ['due:2026-11-20\r\nnotes', '\r\nnotes'],
    ['Water due:2026-11-20 due:2026-11-21', 'Water due:2026-11-21'],
    ['Water', 'Water'],
  ] as const)('%j: %j', ([text, after]) => {
    expect(setDue(text, null)).toBe(after)
  })
})

test('setting a repetition gives a text with a date that repetition', () => {
  expect(setEvery('Water due:2026-11-20', { count: 1, unit: 'week' })).toBe('Water due:2026-11-20 every:week')
  expect(setEvery('Water every:week due:2026-11-20\na', { count: 2, unit: 'month' })).toBe(
    'Water every:2m due:2026-11-20\na',
  )
  fc.assert(
    fc.property(anyText, anyDue, anyEvery, (text, date, every) => {
      const after = setEvery(setDue(text, date), every)
      expect(readMarks(after)).toMatchObject({ due: { due: date }, every: { every } })
      expect(readMarks(setEvery(after, null)).due?.due).toEqual(date)
    }),
  )
})

describe('ticking a step', () => {
  test('changes one character', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const step of readMarks(text).steps) {
          const ticked = tickStep(text, step, !step.done)
          const changed = Array.from({ length: text.length }, (_, at) => at).filter(
            (at) => text[at] !== ticked[at],
          )
          expect([changed, ticked.length]).toEqual([[step.box], text.length])
          const again = readMarks(ticked).steps.find(({ box }) => box === step.box)
          expect(again?.done).toBe(!step.done)
          expect(tickStep(text, step, step.done)).toBe(text)
        }
      }),
    )
  })

  test('of a text that has changed finds the same line, if it is there once', () => {
    const found = (text: string, line: string) => findStepAgain(text, line)?.line ?? null
    expect(found('New\n  - [ ] soap\n- [ ] socks', '- [ ] socks')).toBe(2)
    expect(found('- [ ] soap\n- [x] soap', '- [ ] soap')).toBe(0)
    expect(found('- [ ] soap\n- [ ] soap', '- [ ] soap')).toBeNull()
    expect(found('- [x] soap', '- [ ] soap')).toBe(0)
    expect(found('- [ ] soaps', '- [ ] soap')).toBeNull()
  })

  test('a step knows its line', () => {
    const text = 'Bag\n  - [ ] soap\n- [x] socks'
    expect(readMarks(text).steps.map((step) => lineOf(text, step))).toEqual(['  - [ ] soap', '- [x] socks'])
    expect(readMarks('- [ ] a').steps.map((step) => lineOf('- [ ] a', step))).toEqual(['- [ ] a'])
  })
})

test('a text without marks is its own title, and no mark is overlooked', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { due: date, labels, steps } = readMarks(text)
      const has = date !== null || labels.length + steps.length > 0
      if (has) expect(mayHaveMarks(text)).toBe(true)
      else expect(titleOf(text)).toBe(text.split('\n')[0])
    }),
  )
})
