import { describe, expect, test } from 'vitest'
import { csv, importingFile, refusalOf } from './importing.ts'

describe('a file of Todoist', () => {
  test('is a project: sections are lists, tasks are cards, and comments are notes', () => {
    expect(importingFile('todoist.csv', 'text/csv', 'Waiting for:Doing')).toEqual({
      format: 'todoist',
      boards: {
        Untitled: {
          'To do': [
            'Call the plumber @phone\nDue: every Monday',
            'Paint the kitchen\nTwo coats, "eggshell"\nand the ceiling\n\nDeadline: 2026-12-01',
            'Buy paint\nDue: 2026-11-20\n\nThe shop closes at five.',
            'Move the table',
          ],
          Doing: ['[The quote](https://roof.example/quote)'],
        },
      },
      inbox: [],
      lists: { 'To Do': 'To do', 'Waiting for': 'Doing' },
      leftOut: 0,
    })
  })

  test('of older versions has fewer columns', () => {
    expect(csv('TYPE,CONTENT,PRIORITY,INDENT', 'task,Weed,4,1', 'note,Soon', ',,,').boards).toEqual({
      Untitled: { 'To do': ['Weed\nSoon'] },
    })
  })

  test('has comments that belong to no task, and tasks without a name', () => {
    expect(csv('TYPE,CONTENT', 'note,About all', 'section,Doing', 'task,', 'note,Whose?')).toMatchObject({
      boards: {},
      leftOut: 2,
    })
  })

  test('with another kind of row says where', () => {
    expect(refusalOf('text/csv', 'TYPE,CONTENT\ntask,Weed\ngoal,Rest')).toBe(
      'line 3, column type: must be task, section or note',
    )
  })
})
