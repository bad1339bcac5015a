import { describe, expect, test } from 'vitest'
import { importing, importingFile, markdown, refusalOf } from './importing.ts'

describe('task lists in Markdown', () => {
  test('have headings as projects and lists, tasks as cards, and what is below them as notes', () => {
    expect(importingFile('tasks.md', 'text/markdown')).toEqual({
      format: 'markdown',
      boards: {
        Garden: {
          'To do': [
            'Water the plants\nTwice a day in summer\n\nSee [the calendar](https://plants.example/calendar).',
            'Repot the fig\n- the large pot\n  - not the blue one',
            '✓ buy soil',
            '✓ Order bulbs',
          ],
          Doing: ['Mend the fence'],
        },
        House: { 'To do': ['Insulate the loft'], Done: ['✓ Sweep the chimney'] },
      },
      inbox: ['Call grandmother', 'Return the library books'],
      lists: { 'To do': 'To do', Doing: 'Doing', Done: 'Done' },
      // A paragraph, and a block of code of three lines.
      leftOut: { other_lines: 4 },
    })
  })

  test('may be a board of Obsidian', () => {
    expect(importingFile('obsidian.md', 'text/markdown', 'Backlog:Doing')).toEqual({
      format: 'markdown',
      boards: {
        Untitled: {
          Doing: [
            'Read [[Middlemarch]] #books',
            'Write to the publisher\nby the end of the month',
            'Translate chapter 3',
          ],
          Done: ['✓ Translate chapter 2'],
        },
      },
      inbox: [],
      lists: { Backlog: 'Doing', Doing: 'Doing', Done: 'Done' },
      leftOut: { archived_cards: 1 },
    })
  })

  test('have the topmost headings as projects, whatever their level, and those below as lists', () => {
    expect(
      markdown(
        '## Garden',
        '- [ ] A',
        '### Backlog',
        '- [ ] B',
        '#### Details',
        '- [ ] C',
        '## House',
        '- [ ] D',
      ),
    ).toMatchObject({
      boards: { Garden: { 'To do': ['A', 'B', 'C'] }, House: { 'To do': ['D'] } },
      lists: { Backlog: 'To do' },
    })
    expect(
      markdown('# Mine', '- [ ] A', '## Garden', '### To do', '- [ ] B', '### Doing', '- [ ] C'),
    ).toMatchObject({
      boards: { Mine: { 'To do': ['A'] }, Garden: { 'To do': ['B'], Doing: ['C'] } },
    })
    expect(markdown('# To do', '- [ ] A', '# Done', '- [x] B')).toMatchObject({
      boards: { Untitled: { 'To do': ['A'], Done: ['✓ B'] } },
    })
    expect(markdown('# Inbox', '- [ ] A', '# Garden #', '- [ ] B')).toMatchObject({
      inbox: ['A'],
      boards: { Garden: { 'To do': ['B'] } },
    })
  })

  test('have their items marked and indented in any way', () => {
    const text = [
      '+ a',
      '* [ ] b',
      '12) [x] c',
      '\t- [ ] d',
      '\t\tmore of d',
      '  more of c',
      '- [ ]',
      '-',
      '- [y] e',
      '-no item',
    ].join('\r\n')
    expect(importing('text/markdown', text)).toMatchObject({
      inbox: ['a', 'b', '✓ c\nmore of c', 'd\nmore of d', '[y] e\n-no item'],
      leftOut: { empty_cards: 2 },
    })
  })

  test('keep what is code as it is', () => {
    const { inbox, boards } = markdown(
      '- [ ] a',
      '  ```',
      '  # no heading',
      '',
      '    - [ ] no task',
      '  ```',
      '- b',
      '~~~',
      '# no heading',
      '```',
      '~~~',
      '- c',
    )
    expect(inbox).toEqual([
      'a\n```\n# no heading\n\n  - [ ] no task\n```',
      'b\n~~~\n# no heading\n```\n~~~',
      'c',
    ])
    expect(boards).toEqual({})
  })

  test('may have lines across the page, and front matter', () => {
    expect(
      markdown('---', 'title: x', '- [ ] no task', '---', '- a', '', '---', '* * *', '- b').inbox,
    ).toEqual(['a', 'b'])
    expect(markdown('---', '- a').inbox).toEqual(['a'])
  })

  test('are nothing if there are none', () => {
    expect(markdown('# Garden', 'Nothing here')).toMatchObject({
      boards: {},
      inbox: [],
      leftOut: { other_lines: 1 },
    })
    expect(markdown('')).toMatchObject({ boards: {}, inbox: [], leftOut: {} })
  })

  test.for([
    ['- [ ] a\n- [ ] b\0', 'line 2: must not contain NUL or half of a character'],
    [
      `${'\n'.repeat(250_000)}- [ ] a`,
      'too_complex This file is too complex: line 250001 is one too many: a file may have 250000. Import it in parts.',
    ],
  ])('%# that cannot be understood say where', ([content = '', refusal]) => {
    expect(refusalOf('text/markdown', content)).toBe(refusal)
  })
})
