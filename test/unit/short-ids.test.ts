import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isShortId, lettersOf, shortIds } from '../../src/board/names.ts'
import { cut, printable, titleOf } from '../../src/command/output/terminal.ts'
import { newId, nthId } from '../../src/server/db/ids.ts'

test('short ids distinguish thousands of cards, however similar their ids are', () => {
  const first = newId()
  const ids = [
    ...Array.from({ length: 1000 }, (_, n) => nthId(first, n + 1)),
    ...Array.from({ length: 1000 }, () => newId()),
    ...Array.from({ length: 1000 }, () => randomUUID()),
  ]
  const short = shortIds(ids)
  expect(new Set(short.values()).size).toBe(ids.length)
  const all = ids.map(lettersOf).sort()
  for (const [id, name] of [...short].filter((_, index) => index % 30 === 0)) {
    expect(isShortId(name)).toBe(true)
    expect(all.filter((one) => one.startsWith(name))).toEqual([lettersOf(id)])
  }
  const lengths = [...short.values()].map((name) => name.length)
  expect(Math.max(...lengths)).toBeLessThan(12)
})

test.each(['milk', 'abcd', 'gh', '01a1dd4b', 'Ghjk'])('%s is no short id', (text) =>
  expect(isShortId(text)).toBe(false),
)

test('control characters are escaped', () => {
  expect(printable('a\tb\r\nc\x1b[31m\u009b\u202e')).toBe('a\tb\nc\\x1b[31m\\x9b\\u202e')
  expect(titleOf('  Milk\ttwo\n\nnotes')).toBe('Milk two …')
})

test.each([
  ['Milk', 4, 'Milk'],
  ['Milk!', 4, 'Mil…'],
  ['日本語', 6, '日本語'],
  ['日本語', 5, '日…'],
  ['e\u0301e\u0301', 2, 'e\u0301e\u0301'],
])('%s fits into %i columns as %s', (text, columns, shown) => expect(cut(text, columns)).toBe(shown))
