import { describe, expect, test } from 'vitest'
import { plain } from '../../../src/board/text/inline.ts'
import type { Card } from '../../../src/contract/card.ts'
import {
  briefly,
  called,
  isolated,
  plainNotes,
  plainTitle,
  readPlain,
} from '../../../src/web/model/wording.ts'

const cardWith = (text: string) => ({ text }) as Card

describe('a card', () => {
  test('is called by its title, shortened to whole characters', () => {
    expect(briefly('Milk\ntwo litres')).toBe('Milk')
    expect(briefly('- [ ] Milk due:2026-11-20 #shop\ntwo litres')).toBe('Milk')
    expect(briefly('x'.repeat(40))).toBe('x'.repeat(40))
    expect(briefly('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
    expect(briefly('😀'.repeat(40))).toBe('😀'.repeat(40))
    expect(briefly('😀'.repeat(41))).toBe(`${'😀'.repeat(39)}…`)
    expect(called([cardWith('Milk\ntwo litres')])).toBe('“Milk”')
    expect(called([cardWith('Milk'), cardWith('Bread')])).toBe('2 cards')
    expect(called([cardWith('חלב (2)')])).toBe('“\u2068חלב (2)\u2069”')
  })

  test('is called by plain words once their formatting can be read', () => {
    readPlain.value = plain
    expect(called([cardWith('Order **seeds** and _bulbs_ due:2026-11-20 every:day')])).toBe(
      '“Order seeds and bulbs”',
    )
    expect(plainTitle('## Read `code` in [the book](https://example.com/a_b_c)')).toBe(
      'Read code in the book',
    )
    expect(plainTitle('2*3*4 and https://example.com/_a_/b')).toBe('2*3*4 and https://example.com/_a_/b')
    expect(['- [x] **Passport**', '> * quoted', '1. first'].map(plainNotes)).toEqual([
      'Passport',
      'quoted',
      '1. first',
    ])
    readPlain.value = (line) => line
  })
})

test.each(['חלב', 'حليب', 'a 1 ﷽', '𐤀', '𞤀', 'a\u202eb', 'a\u2067b'])(
  '%j is kept from reordering the sentence around it',
  (text) => expect(isolated(text)).toBe(`\u2068${text}\u2069`),
)

test.each(['', 'Milk', 'Ünïcödé 日本 🏳️‍🌈 Ελλάδα Привет', '1 (2) – 3'])('%j is left as it is', (text) =>
  expect(isolated(text)).toBe(text),
)
