import { describe, expect, test } from 'vitest'
import { csv, importingFile, refusalOf } from './importing.ts'

describe('a backup of TickTick', () => {
  test('has a project for each list, columns as statuses, the inbox, and sub-tasks behind their tasks', () => {
    expect(importingFile('ticktick.csv', 'text/csv')).toEqual({
      format: 'ticktick',
      boards: {
        House: {
          Doing: [
            'Insulate the loft\nAsk for three quotes\n\nLabels: warm, winter\nDue: 2026-11-30',
            '✓ First quote',
            'Second quote',
          ],
          Done: ['✓ Sweep the chimney'],
        },
        Books: { 'To do': ['Middlemarch\nBegin again at chapter 9'], Done: ['✓ Emma'] },
      },
      inbox: ['Weekend bag\n- [ ] Toothbrush\n- [x] Charger', 'Renew the passport\nDue: 2026-12-03 09:30'],
      lists: { Doing: 'Doing', Done: 'Done' },
      // One that will not be done, and one without a title.
      leftOut: 2,
    })
  })

  const header =
    '"List Name","Title","Content","Due Date","Status","Completed Time","Order","Timezone","taskId","parentId"'
  const row = (...cells: string[]) => cells.map((cell) => `"${cell}"`).join(',')

  test('has completed tasks, and archived ones, which stay behind', () => {
    const { boards, leftOut } = csv(
      header,
      row('House', 'Open', '', '', '0', ''),
      row('House', 'Completed', '', '', '1', ''),
      row('House', 'Completed nowadays', '', '', '2', '2026-10-20T14:00:00+0000'),
      row('House', 'Archived', '', '', '2', ''),
    )
    expect([boards, leftOut]).toEqual([
      { House: { 'To do': ['Open'], Done: ['✓ Completed', '✓ Completed nowadays'] } },
      1,
    ])
  })

  test('loses no task, whatever is said of its parents', () => {
    const { boards } = csv(
      header,
      row('House', 'A', '', '', '0', '', '3', '', '1', '2'),
      row('House', 'B', '', '', '0', '', '2', '', '2', '1'),
      row('House', 'Own parent', '', '', '0', '', '1', '', '3', '3'),
      row('House', 'Orphan', '', '', '0', '', '5', '', '4', 'gone'),
      row('House', 'Child of orphan', '', '', '0', '', '0', '', '5', '4'),
      row('House', 'No id', '', '', '0', '', '4'),
    )
    expect(boards.House?.['To do']).toEqual(['No id', 'Orphan', 'Child of orphan', 'Own parent', 'B', 'A'])
  })

  test('has dates as the person set them, and whatever else they are', () => {
    const { boards } = csv(
      header,
      row('House', 'Here', '', '2026-07-01T07:00:00+0000', '0', '', '1', 'Europe/Berlin'),
      row('House', 'Nowhere', '', '2026-07-01T07:00:00+0000', '0', '', '2', 'Atlantis/Capital'),
      row('House', 'Some day', '', 'soon', '0', '', '3'),
    )
    expect(boards.House?.['To do']).toEqual([
      'Here\nDue: 2026-07-01 09:00',
      'Nowhere\nDue: 2026-07-01 07:00',
      'Some day\nDue: soon',
    ])
  })

  test('with another status says where', () => {
    expect(refusalOf('text/csv', `"Version: 7"\n${header}\n${row('House', 'A', '', '', '9')}`)).toBe(
      'line 3, column status: must be 0, 1, 2 or -1',
    )
  })
})
