import { describe, expect, test } from 'vitest'
import { mayHaveMarks, readMarks, titleOf } from '../../../src/board/text/marks.ts'

const dueIn = (text: string) => {
  const due = readMarks(text).due?.due
  return due ? [due.day, due.time].filter(Boolean).join(' ') : null
}
const labelsIn = (text: string) => readMarks(text).labels.map(({ name }) => name)
const everyIn = (text: string) => {
  const every = readMarks(`${text} due:2026-11-20`).every?.every
  return every ? `${every.count} ${every.unit}` : null
}

describe('a due date', () => {
  test.for([
    ['Water due:2026-11-20', '2026-11-20'],
    ['due:2026-11-20', '2026-11-20'],
    ['Water due:2026-11-20T15:30 soon', '2026-11-20 15:30'],
    ['Water\n\tdue:2026-11-20\u2028and so on', '2026-11-20'],
    ['due:2026-02-30 due:2028-02-29 due:2026-01-01', '2028-02-29'],
    ['due:0001-01-01', '0001-01-01'],
    ['due:9999-12-31T23:59', '9999-12-31 23:59'],
  ] as const)('%s', ([text, due]) => {
    expect(dueIn(text)).toBe(due)
  })

  test.for([
    'due:2026-02-29',
    'due:0000-01-01',
    'due:2026-11-20T24:00',
    'due:2026-11-20T15:60',
    'due:2026-11-20T9:30',
    'due:2026-11-20T15:30Z',
    'due:2026-1-20',
    'due:12026-11-20',
    'due:2026-11-20.',
    '(due:2026-11-20)',
    'Due:2026-11-20',
    'due: 2026-11-20',
    'xdue:2026-11-20',
    'https://example.com/?a=due:2026-11-20',
    '`due:2026-11-20`',
    'Write `a due:2026-11-20 b`',
    '```\ndue:2026-11-20\n```',
    'a\n  ```js\nb\ndue:2026-11-20',
    '``` a due:2026-11-20 ```',
  ])('not in %j', (text) => {
    expect(dueIn(text)).toBeNull()
  })

  test.for([
    '`a` due:2026-11-20 `b`',
    'a ` due:2026-11-20',
    '`a\ndue:2026-11-20 `',
    '```\na\n```\ndue:2026-11-20',
    '``` due:2026-11-20\na',
    'a `b`c due:2026-11-20',
    '#a`b due:2026-11-20',
  ])('outside of code: %j', (text) => {
    expect(dueIn(text)).toBe('2026-11-20')
  })
})

test.for([
  ['every:day', '1 day'],
  ['every:week', '1 week'],
  ['every:month', '1 month'],
  ['every:year', '1 year'],
  ['every:3d', '3 day'],
  ['every:999y', '999 year'],
  ['every:2w every:6m', '2 week'],
  ['every:x every:6m', '6 month'],
  ['every:0d', null],
  ['every:1000d', null],
  ['every:03d', null],
  ['every:2 w', null],
  ['every:days', null],
  ['Every:day', null],
  ['every:friday', null],
] as const)('a repetition: %s', ([text, every]) => {
  expect(everyIn(text)).toBe(every)
})

test('without a date, a repetition is plain text', () => {
  expect(readMarks('Water every:week #a').every).toBeNull()
  expect(readMarks('Water every:week due:2026-02-30').every).toBeNull()
  expect(readMarks('every:week\ndue:2026-02-28').every).toMatchObject({ start: 0, end: 10 })
})

test.for([
  ['#garden', ['garden']],
  ['Dig #garden #home-office\n#a_1', ['garden', 'home-office', 'a_1']],
  ['#Straße #日本 #हिन्दी #e\u0301', ['Straße', '日本', 'हिन्दी', 'e\u0301']],
  ['#123 C# # ## #-a #a, #a.b a#b (#a) #a/b #½', []],
  [`#${'a'.repeat(40)} #${'a'.repeat(41)} #${'𐐀'.repeat(40)}`, ['a'.repeat(40), '𐐀'.repeat(40)]],
  ['## Heading', []],
  ['`#a` #b `#c`', ['b']],
  ['https://example.com/#a', []],
] as const)('labels: %s', ([text, labels]) => {
  expect(labelsIn(text)).toEqual(labels)
})

test('labels are compared as words are searched', () => {
  expect(readMarks('#Crème #CREME').labels.map(({ folded }) => folded)).toEqual(['creme', 'creme'])
})

test('steps', () => {
  const text =
    'Bag\n- [ ] soap #a\n\t* [X] socks\n  - [x] `x`\n-[ ] no\n- [ ]no\n- [y] no\n+ [ ] no\n\n- [ ] '
  const { steps, labels } = readMarks(text)
  expect(steps.map(({ line, done, text: said }) => [line, done, said])).toEqual([
    [1, false, 'soap #a'],
    [2, true, 'socks'],
    [3, true, '`x`'],
    [9, false, ''],
  ])
  for (const { start, box, end } of steps)
    expect([
      text.slice(start, start + 6).replace(/[xX]/, ' '),
      text.slice(box - 1, box + 2),
      text[end],
    ]).toEqual([
      expect.stringMatching(/^[-*] \[ \] $/),
      expect.stringMatching(/^\[[ xX]\]$/),
      end === text.length ? undefined : '\n',
    ])
  expect(labels).toHaveLength(1)
})

test('nothing in a fence is a step', () => {
  expect(readMarks('a\n```\n- [ ] a\n```\n- [ ] b').steps.map(({ text }) => text)).toEqual(['b'])
})

test.for([
  ['Water the plants', 'Water the plants'],
  ['Water  due:2026-11-20 \t the  plants #garden\nevery:week', 'Water the  plants'],
  ['#garden due:2026-11-20 every:week Water', 'Water'],
  ['- [ ] Water #garden', 'Water'],
  ['Water every:week', 'Water every:week'],
  ['Water due:2026-11-20 due:2026-11-21', 'Water due:2026-11-21'],
  ['#garden due:2026-11-20\nnotes', '#garden due:2026-11-20'],
  ['Water\n- [ ] a #b', 'Water'],
  ['C# and #123', 'C# and #123'],
  ['`#a` b', '`#a` b'],
  ['', ''],
] as const)('the title of %j is %j', ([text, title]) => {
  expect(titleOf(text)).toBe(title)
})

test('whether there may be marks is seen at once', () => {
  expect(['Water the plants', 'Water every week: [1]\n- soap\n`a`', ''].filter(mayHaveMarks)).toEqual([])
  expect(['a due:2026-11-20', '#a', '- [x] a'].every(mayHaveMarks)).toBe(true)
})

test('a title has no repetition, even if its date is on another line', () => {
  expect(titleOf('Water the plants every:week\ndue:2026-11-20')).toBe('Water the plants')
  expect(titleOf('Water the plants every:week')).toBe('Water the plants every:week')
})
