import { describe, expect, test } from 'vitest'
import { statusNames } from '../../../src/contract/plain/statuses.ts'
import { readChoice } from '../../../src/server/transfer/arrange.ts'
import { refusalOf } from './importing.ts'

describe('which list becomes which status', () => {
  const lists = ['Backlog', 'to-do', 'DOING', '✅ Done', 'Ｄｏｎｅ', 'Review: urgent, now', '🎉', '']

  test('is the one of the same name, in any case and with any marks, else the first', () => {
    expect(lists.map(readChoice().statusOf)).toEqual([0, 0, 1, 2, 2, 0, 0, 0])
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
    expect(names.map((name) => statusNames[choose.statusOf(name)])).toEqual(names.map(() => status))
  })

  test('is as it was chosen, whatever the name means', () => {
    expect(['In Progress', 'Completed'].map(readChoice('In Progress:To do').statusOf)).toEqual([0, 2])
  })

  test('is as it was chosen: names may contain commas and colons', () => {
    expect(
      lists.map(readChoice('Backlog:Doing, ✅ Done : To do ,Review: urgent, now:Done').statusOf),
    ).toEqual([1, 0, 1, 0, 2, 2, 0, 0])
    expect(lists.map(readChoice('🎉:done,Nowhere:Doing').statusOf)).toEqual([0, 0, 1, 2, 2, 0, 2, 0])
  })

  test.for(['Backlog', 'Backlog:', 'Backlog:Later', 'Backlog:To do,Review', ',', 'A:To do,,'])(
    'cannot be chosen by %s',
    (text) => {
      expect(refusalOf('text/markdown', '', text)).toBe(
        'lists: must be pairs such as "Backlog:To do", with one of: To do, Doing, Done',
      )
    },
  )

  describe('is refused if the file has no such list, with those that it has', () => {
    const lists = [
      { id: '1', name: 'Backlog' },
      { id: '2', name: ' Review: urgent, now ' },
      { id: '3', name: 'x'.repeat(300) },
    ]
    const refusal = (chosen: string, all: object[] = lists) =>
      refusalOf('application/json', JSON.stringify({ lists: all, cards: [] }), chosen)
    const long = `${'x'.repeat(199)}…`
    const has = `which this file does not have: it has "Backlog", "Review: urgent, now", "${long}"`

    test.for([
      ['Backlgo:Doing', 'Backlgo'],
      ['backlog:Doing', 'backlog'],
      ['Backlog:Doing,Later:Done', 'Later'],
      // The first pair has no status, so it is part of the name in the second.
      ['Backlog:Doign,Review: urgent, now:Done', 'Backlog:Doign,Review: urgent, now'],
    ] as const)('%s', ([chosen, name]) => {
      expect(refusal(chosen)).toBe(`lists: names "${name}", ${has}`)
    })

    test('but not as it is shown: without white space around it, and shortened', () => {
      const accepted = expect.stringMatching(/^accepted/)
      expect(refusal('Backlog:Doing')).toEqual(accepted)
      expect(refusal(`Review: urgent, now:Done,${long}:Done`)).toEqual(accepted)
      expect(refusal(`${'x'.repeat(300)}:Done`)).toEqual(accepted)
    })

    test('however many it has', () => {
      const many = Array.from({ length: 12 }, (_, index) => ({ id: `${index}`, name: `L${index}` }))
      expect(refusal('L:Done', many)).toMatch(/it has "L0", .*"L9" and 2 more$/)
      expect(refusalOf('text/markdown', '- [ ] a', 'L:Done')).toBe(
        'lists: names "L", which this file does not have: it has no lists',
      )
    })
  })
})
