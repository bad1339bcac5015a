import { describe, expect, test } from 'vitest'
import { statusNames } from '../../../src/contract/plain/statuses.ts'
import { readChoice } from '../../../src/server/transfer/formats/lists.ts'
import { refusalOf } from './importing.ts'

describe('which list becomes which status', () => {
  const lists = ['Backlog', 'to-do', 'DOING', '✅ Done', 'Ｄｏｎｅ', 'Review: urgent, now', '🎉', '']

  test('is the one of the same name, in any case and with any marks, else the first', () => {
    expect(lists.map(readChoice())).toEqual([0, 0, 1, 2, 2, 0, 0, 0])
  })

  test.for([
    ['To do', ['Backlog', 'BACK-LOG', 'Todo', 'To-do', 'to_do', 'Not started', 'Up next']],
    [
      'Doing',
      ['In Progress', 'in-progress', 'InProgress', '🚧 In  progress', 'WIP', 'W.I.P.', 'Doing', 'In Arbeit'],
    ],
    ['Done', ['Complete', 'completed', 'Finished', 'FINISHED ✅', 'Closed']],
  ] as const)('is what other programs call %s', ([status, names]) => {
    const choose = readChoice()
    expect(names.map((name) => statusNames[choose(name)])).toEqual(names.map(() => status))
  })

  test('is as it was chosen, whatever the name means', () => {
    expect(['In Progress', 'Completed'].map(readChoice('In Progress:To do'))).toEqual([0, 2])
  })

  test('is as it was chosen: names may contain commas and colons', () => {
    expect(lists.map(readChoice('Backlog:Doing, ✅ Done : To do ,Review: urgent, now:Done'))).toEqual([
      1, 0, 1, 0, 2, 2, 0, 0,
    ])
    expect(lists.map(readChoice('🎉:done,Nowhere:Doing'))).toEqual([0, 0, 1, 2, 2, 0, 2, 0])
  })

  test.for(['Backlog', 'Backlog:', 'Backlog:Later', 'Backlog:To do,Review', ',', 'A:To do,,'])(
    'cannot be chosen by %s',
    (text) => {
      expect(refusalOf('text/markdown', '', text)).toBe(
        'lists: must be pairs such as "Backlog:To do", with one of: To do, Doing, Done',
      )
    },
  )
})
