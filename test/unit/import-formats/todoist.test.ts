import { describe, expect, test } from 'vitest'
import { csv, importingFile, refusalOf } from './importing.ts'

describe('a file of Todoist', () => {
  test('is a project: sections are lists, tasks are cards, and comments are notes', () => {
    expect(importingFile('todoist.csv', 'text/csv', 'Waiting for:Doing')).toEqual({
      format: 'todoist',
      boards: {
        Untitled: {
          'To do': [
            'Call the plumber #phone due:2026-11-23 every:week',
            'Paint the kitchen\nTwo coats, "eggshell"\nand the ceiling\n\nDeadline: 2026-12-01',
            'Buy paint due:2026-11-20\nThe shop closes at five.',
            'Move the table',
          ],
          Doing: ['[The quote](https://roof.example/quote)'],
        },
      },
      inbox: [],
      lists: { 'To Do': 'To do', 'Waiting for': 'Doing' },
      leftOut: { priorities: 2 },
    })
  })

  test.for([
    ['2026-11-20 15:30', 'due:2026-11-20T15:30'],
    ['2026-11-20T15:30:00', 'due:2026-11-20T15:30'],
    ['2026-11-20T23:30:00.000000-02:00', 'due:2026-11-21T01:30'],
    ['tomorrow at 9am', 'due:2026-11-20T09:00'],
    ['20 Nov', 'due:2026-11-20'],
    ['10 Nov', 'due:2026-11-10'],
    ['Nov 10 at 9am', 'due:2026-11-10T09:00'],
    ['1 june', 'due:2026-06-01'],
    ['18 may', 'due:2027-05-18'],
    ['in 3 days', 'due:2026-11-22'],
    ['fri 15:30', 'due:2026-11-20T15:30'],
    ['Nov 1, 2027 15:30', 'due:2027-11-01T15:30'],
    ['1st nov 2025', 'due:2025-11-01'],
    ['every day', 'due:2026-11-19 every:day'],
    ['Daily at 09:00', 'due:2026-11-19T09:00 every:day'],
    ['ev fri 9am', 'due:2026-11-20T09:00 every:week'],
    ['every other week', 'due:2026-11-19 every:2w'],
    ['every 3 days', 'due:2026-11-19 every:3d'],
    ['every 3 months', 'due:2026-11-19 every:3m'],
    ['every 15th', 'due:2026-12-15 every:month'],
    ['every 19 at 10:00', 'due:2026-11-19T10:00 every:month'],
    ['every Nov 18th', 'due:2027-11-18 every:year'],
  ] as const)('has dates: %s', ([date, marks]) => {
    expect(csv('TYPE,CONTENT,DATE', `task,Weed,"${date}"`).boards).toEqual({
      Untitled: { 'To do': [`Weed ${marks}`] },
    })
  })

  test.for([
    'every weekday',
    'every! 3 days',
    'every mon, wed',
    'every 3rd friday',
    'every 31',
    'every 29 feb',
    '30 Feb 2026',
    '2026-02-30',
    'someday',
  ])('has dates that stay lines of notes: %s', (date) => {
    expect(csv('TYPE,CONTENT,DATE', `task,Weed,"${date}"`).boards).toEqual({
      Untitled: { 'To do': [`Weed\nDue: ${date}`] },
    })
  })

  test('has dates in other languages', () => {
    const { boards } = csv(
      'TYPE,CONTENT,DATE,DATE_LANG',
      'task,Weed,jeden Montag,de',
      'task,Dig,1 mar,tr',
      'task,Rest,2026-11-20,de',
    )
    expect(boards.Untitled?.['To do']).toEqual([
      'Weed\nDue: jeden Montag',
      'Dig\nDue: 1 mar',
      'Rest due:2026-11-20',
    ])
  })

  test('has labels among its words, and what merely looks like a mark stays as it is', () => {
    const { boards } = csv(
      'TYPE,CONTENT,DATE',
      'task,@phone Call @2nd ada@example.com @home_office,',
      'task,Write due:2026-01-01 #1 down,2026-11-20',
    )
    expect(boards.Untitled?.['To do']).toEqual([
      '#phone Call @2nd ada@example.com #home_office',
      'due:2026-11-20 Write due:2026-01-01 #1 down',
    ])
  })

  test('of older versions has fewer columns', () => {
    expect(csv('TYPE,CONTENT,PRIORITY,INDENT', 'task,Weed,4,1', 'note,Soon', ',,,').boards).toEqual({
      Untitled: { 'To do': ['Weed\nSoon'] },
    })
  })

  test('has comments that belong to no task, and tasks without a name', () => {
    expect(csv('TYPE,CONTENT', 'note,About all', 'section,Doing', 'task,', 'note,Whose?')).toMatchObject({
      boards: {},
      leftOut: { empty_cards: 1, project_comments: 1 },
    })
  })

  test('with another kind of row says where', () => {
    expect(refusalOf('text/csv', 'TYPE,CONTENT\ntask,Weed\ngoal,Rest')).toBe(
      'line 3, column type: must be task, section or note',
    )
  })
})
