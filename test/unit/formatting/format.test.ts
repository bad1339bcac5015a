import { describe, expect, test } from 'vitest'
import { type Block, format } from '../../../src/web/board/format.ts'

/** Kind by kind, in few words. */
const outline = (blocks: readonly Block[]): unknown[] =>
  blocks.map((block) => {
    switch (block.is) {
      case 'code':
        return { code: block.text }
      case 'quote':
        return { quote: outline(block.blocks) }
      case 'list':
        return block.items.map(({ level, marker, step, parts }) =>
          [level, step ? (step.done ? 'done' : 'open') : marker, ...parts].join(' '),
        )
      default:
        return {
          [block.is]: block.parts.map((part) => (typeof part === 'string' ? part : part.is)).join('|'),
        }
    }
  })

const notes = (text: string) => outline(format(`Title\n${text}`).notes)

describe('notes', () => {
  test('without any signs are text as it was typed', () => {
    const typed = 'One  line,\n\n\nand   another - with 1. this > that'
    expect(format(`Title\n\n${typed}`)).toMatchObject({
      title: ['Title'],
      gap: '\n\n',
      notes: [{ is: 'text', parts: [typed] }],
    })
  })

  test('have lists, with numbers as they were typed, and steps', () => {
    expect(notes('- a\n  - b\n    * c\n- d\n2. e\n7) f')).toEqual([
      ['0 • a', '1 • b', '2 • c', '0 • d', '0 2. e', '0 7) f'],
    ])
    expect(notes('Do:\n- [ ] a\n\t- [x] b\n* [X] c\n- []d')).toEqual([
      { text: 'Do:' },
      ['0 open a', '1 done b', '0 done c', '0 • []d'],
    ])
    expect(notes('-5 degrees\n1.5 litres\n-\n--')).toEqual([{ text: '-5 degrees\n1.5 litres\n-\n--' }])
  })

  test('have quotes, code and headings', () => {
    expect(notes('> a\n> - b\n>> c\nd\n```js\n*e* #f\n\n- g\n```\n## h\n#i')).toEqual([
      { quote: [{ text: 'a' }, ['0 • b'], { quote: [{ text: 'c' }] }] },
      { text: 'd' },
      { code: '*e* #f\n\n- g' },
      { heading: 'h' },
      { text: 'label' },
    ])
    // What stands beside its beginning is part of the text, but for a language.
    expect(notes('a\n```important words\nb\n```\n```js #c due:2026-12-02\nd\n```\n``` #e\n```')).toEqual([
      { text: 'a' },
      { text: 'important words' },
      { code: 'b' },
      { text: 'js |label' },
      { code: 'd' },
      { text: 'label' },
    ])
    expect(notes('```js due:2026-12-02\nd\n```\n``` c++\ne')).toEqual([{ code: 'd' }, { code: 'e' }])
    // Code that nobody ends goes on to the end.
    expect(notes('```\na\nb')).toEqual([{ code: 'a\nb' }])
  })

  test('have no quotes deeper than three, and no end to signs', () => {
    expect(notes('>>>>> a')).toEqual([{ quote: [{ quote: [{ quote: [{ text: '>> a' }] }] }] }])
    expect(notes('*'.repeat(10_000))).toEqual([{ text: '*'.repeat(10_000) }])
  })

  test('keep their labels, and lose the date', () => {
    expect(notes('Bring #it along due:2026-11-20 please\nevery:week\n#a')).toEqual([
      { text: 'Bring |label| along please\n|label' },
    ])
  })
})

test('a title loses its marks, its box and the signs of a heading, and keeps emphasis', () => {
  expect(format('- [x] Buy *good* milk #shop due:2026-11-20T09:00 every:2w #Shop')).toMatchObject({
    title: ['Buy ', { is: 'emphasis' }, ' milk'],
    step: { done: true },
    labels: [{ name: 'shop' }],
    due: { due: { day: '2026-11-20', time: '09:00' } },
    every: { every: { count: 2, unit: 'week' } },
    notes: [],
  })
  expect(format('# Plans\nb').title).toEqual(['Plans'])
})
