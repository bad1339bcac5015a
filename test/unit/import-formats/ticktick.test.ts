import { describe, expect, test } from 'vitest'
import { createdInFile, csv, importingFile, refusalOf } from './importing.ts'

describe('a backup of TickTick', () => {
  test('has a project for each list, columns as statuses, the inbox, and sub-tasks behind their tasks', () => {
    expect(importingFile('ticktick.csv', 'text/csv')).toEqual({
      format: 'ticktick',
      boards: {
        House: {
          Doing: [
            'Insulate the loft #warm #winter due:2026-11-30\nAsk for three quotes',
            '✓ First quote',
            'Second quote',
          ],
          Done: ['✓ Sweep the chimney'],
        },
        Books: { 'To do': ['Middlemarch\nBegin again at chapter 9'], Done: ['✓ Emma'] },
      },
      inbox: ['Weekend bag\n- [ ] Toothbrush\n- [x] Charger', 'Renew the passport due:2026-12-03T08:30'],
      lists: { Doing: 'Doing', Done: 'Done' },
      // One that will not be done, and one without a title.
      leftOut: { abandoned_tasks: 1, empty_cards: 1, reminders: 1, priorities: 2 },
    })
  })

  const header =
    '"List Name","Title","Content","Due Date","Status","Completed Time","Order","Timezone","taskId","parentId","Is All Day","Start Date","Tags","Repeat"'
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
      { archived_cards: 1 },
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

  test('has moments, which become those of UTC, and whatever else its dates are', () => {
    const { boards } = csv(
      header,
      row('House', 'Here', '', '2026-07-01T07:00:00+0000', '0', '', '1', 'Europe/Berlin'),
      row('House', 'Nowhere', '', '2026-07-01T07:00:00+0000', '0', '', '2', 'Atlantis/Capital'),
      row('House', 'Some day', '', 'soon', '0', '', '3'),
    )
    expect(boards.House?.['To do']).toEqual([
      'Here due:2026-07-01T07:00',
      'Nowhere due:2026-07-01T07:00',
      'Some day\nDue: soon',
    ])
  })

  test('has days, which are those of its time zone', () => {
    const day = (date: string, zone: string) =>
      row('House', 'A', '', date, '0', '', '', zone, '', '', 'true', '2020-01-01T00:00:00+0000')
    const { boards } = csv(
      header,
      day('2026-11-29T23:00:00+0000', 'Europe/Berlin'),
      day('2026-11-30T00:00:00+0000', 'Atlantis/Capital'),
      day('', 'UTC'),
    )
    expect(boards.House?.['To do']).toEqual(['A due:2026-11-30', 'A due:2026-11-30', 'A due:2020-01-01'])
  })

  const due = '2026-11-27T09:00:00+0000'

  test.for([
    ['RRULE:FREQ=DAILY;INTERVAL=1', due, 'due:2026-11-27T09:00 every:day'],
    ['FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=FR', due, 'due:2026-11-27T09:00 every:2w'],
    ['RRULE:FREQ=MONTHLY;BYMONTHDAY=27', due, 'due:2026-11-27T09:00 every:month'],
    ['RRULE:FREQ=YEARLY;INTERVAL=1;BYMONTH=11;BYMONTHDAY=27', due, 'due:2026-11-27T09:00 every:year'],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO', '', 'due:2026-11-23 every:week'],
    ['RRULE:FREQ=DAILY', '', 'due:2026-11-19 every:day'],
    ['FREQ=WEEKLY;BYDAY=MO', due, 'due:2026-11-27T09:00\nRepeats: FREQ=WEEKLY;BYDAY=MO'],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
      due,
      'due:2026-11-27T09:00\nRepeats: FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR',
    ],
    ['FREQ=MONTHLY;BYDAY=-1FR', due, 'due:2026-11-27T09:00\nRepeats: FREQ=MONTHLY;BYDAY=-1FR'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', due, 'due:2026-11-27T09:00\nRepeats: FREQ=MONTHLY;BYMONTHDAY=-1'],
    [
      'FREQ=DAILY;UNTIL=20261231T000000Z;COUNT=5',
      due,
      'due:2026-11-27T09:00\nRepeats: FREQ=DAILY;UNTIL=20261231T000000Z;COUNT=5',
    ],
    ['FREQ=DAILY;TT_SKIP=WEEKEND', due, 'due:2026-11-27T09:00\nRepeats: FREQ=DAILY;TT_SKIP=WEEKEND'],
    ['ERULE:NAME=CUSTOM', '', '\nRepeats: ERULE:NAME=CUSTOM'],
  ] as const)('repeats: %s from %j', ([rule, date, marked]) => {
    const task = row('House', 'A', '', date, '0', '', '', 'UTC', '', '', 'false', '', '', rule)
    expect(csv(header, task).boards.House?.['To do']).toEqual([`A ${marked}`.replace(' \n', '\n')])
  })

  test('what is complete keeps its date and does not repeat', () => {
    const task = row('House', 'A', '', due, '1', '', '', 'UTC', '', '', 'false', '', '', 'FREQ=DAILY')
    expect(csv(header, task).boards.House?.Done).toEqual(['✓ A due:2026-11-27T09:00'])
  })

  test('has tags, of which those that cannot be labels stay what they are', () => {
    const tags = 'home office, 2nd, Ärzte, c++,,ARZTE'
    const task = row('House', 'A', 'Notes', '', '0', '', '', '', '', '', '', '', tags)
    expect(csv(header, task).boards.House?.['To do']).toEqual([
      'A #home-office #Ärzte\nNotes\n\nLabels: 2nd, c++',
    ])
  })

  test('says when its tasks were created', () => {
    expect(createdInFile('ticktick.csv', 'text/csv')).toMatchObject({
      'Renew the passport due:2026-12-03T08:30': '2026-10-01T06:12:45.000Z',
      Emma: '2026-10-06T06:12:45.000Z',
    })
  })

  test('with another status says where', () => {
    expect(refusalOf('text/csv', `"Version: 7"\n${header}\n${row('House', 'A', '', '', '9')}`)).toBe(
      'line 3, column status: must be 0, 1, 2 or -1',
    )
  })
})
