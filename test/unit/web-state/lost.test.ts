import { describe, expect, test } from 'vitest'
import { type Confirmed, emptyWorkspace, takeInAll } from '../../../src/board/workspace.ts'
import type { Changes } from '../../../src/contract/feed.ts'
import { statusIdOf } from '../../../src/contract/plain/statuses.ts'
import { lostFrom, setBackTo } from '../../../src/web/store/lost.ts'
import { cardOf, columnAt, projectOf, statusesOf } from '../../support/models/things.ts'

const account = (changed: Partial<Changes> = {}): Changes => ({
  seq: 9,
  more: false,
  projects: [],
  statuses: [],
  cards: [],
  positions: [],
  deleted: [],
  ...changed,
})
const holding = (changed: Partial<Changes>): Confirmed =>
  takeInAll({ workspace: emptyWorkspace, seq: 0 }, account(changed))
const operations = (...given: Parameters<typeof lostFrom>) =>
  lostFrom(...given).map(({ operation, theirs }) => (theirs ? { ...operation, theirs } : operation))

describe('the state to which the account was set back', () => {
  const [first, second] = [
    { id: 'first', from: 7 },
    { id: 'second', from: 5 },
  ]

  test('is the earliest of those that this device has not seen', () => {
    expect(setBackTo(holding({}), account())).toBe(undefined)
    expect(setBackTo(holding({}), account({ set_backs: [second, first] }))).toBe(5)
    expect(setBackTo(holding({ set_backs: [second] }), account({ set_backs: [first, second] }))).toBe(7)
    expect(setBackTo(holding({ set_backs: [first] }), account({ set_backs: [first] }))).toBe(undefined)
  })

  test('is before everything if nobody knows', () => {
    expect(setBackTo(holding({}), account({ set_backs: [{ id: 'third', from: null }, first] }))).toBe(-1)
  })

  test('does not matter to a device that holds nothing yet', () => {
    expect(setBackTo({ workspace: emptyWorkspace, seq: 0 }, account({ set_backs: [first] }))).toBe(undefined)
  })

  test('is remembered until the next whole account', () => {
    const before = holding({ set_backs: [first] })
    expect(takeInAll(before, account()).set_backs).toEqual([first])
    expect(takeInAll(before, account({ set_backs: [second, first] })).set_backs).toEqual([second, first])
  })
})

describe('what the server has lost', () => {
  test('is what is missing and later than the backup', () => {
    const cards = [cardOf('a', 0, { revision: 5 }), cardOf('b', 1, { revision: 6 })]
    const { workspace } = holding({ cards })
    const lost = operations(workspace, account(), 5)
    expect(lost).toEqual([
      { kind: 'add card', id: 'b', project_id: null, text: 'What b says', complete: false },
      { kind: 'move cards', ids: ['b'], column: { project_id: null, status_id: null }, behind: ['a'] },
    ])
    expect(operations(workspace, account({ cards }), 5)).toEqual([])
    // Nobody knows how far.
    expect(operations(workspace, account(), -1)).toHaveLength(3)
  })

  test('is a text, a title, a completion and a column, one by one', () => {
    const projects = [projectOf('p', { title: 'Garden', revision: 8 })]
    const statuses = statusesOf('p')
    const mine = [
      cardOf('text', 0, { text: 'Mine', revision: 8 }),
      cardOf('done', 1, { complete: true, revision: 8 }),
      cardOf('moved', 0, { ...columnAt('p', 1), revision: 8 }),
      cardOf('old', 2, { text: 'As in the backup', revision: 3 }),
    ]
    const theirs = [
      cardOf('text', 0, { text: 'Before' }),
      cardOf('done', 1),
      cardOf('moved', 0, columnAt('p', 0)),
      cardOf('old', 2, { text: 'Changed since', revision: 90 }),
    ]
    const { workspace } = holding({ projects, statuses, cards: mine })
    const snapshot = account({ projects: [projectOf('p', { title: 'Yard' })], statuses, cards: theirs })
    expect(operations(workspace, snapshot, 5)).toEqual([
      { kind: 'rename project', id: 'p', title: 'Garden', before: 'Yard' },
      { kind: 'edit card', id: 'text', text: 'Mine', before: 'Before' },
      { kind: 'move cards', ids: ['moved'], column: columnAt('p', 1), behind: [], theirs: 'p/0' },
      { kind: 'complete card', id: 'done', complete: true },
    ])
  })

  test('conflicts with a text that was written since the restore', () => {
    const { workspace } = holding({ cards: [cardOf('a', 0, { text: 'Mine', revision: 8 })] })
    const snapshot = account({ cards: [cardOf('a', 0, { text: 'Theirs', revision: 2_000_000 })] })
    for (const from of [5, -1])
      expect(operations(workspace, snapshot, from)).toEqual([
        { kind: 'edit card', id: 'a', text: 'Mine', before: 'Mine' },
      ])
  })

  test('includes a missing project, which gets the columns of a new one', () => {
    const id = '01a1dd4b-2842-7000-b798-25bc6374fed5'
    const cards = [cardOf('a', 0, { project_id: id, status_id: `${id}/1`, revision: 8 })]
    const { workspace } = holding({
      projects: [projectOf(id, { revision: 2 }), projectOf('deleted', { revision: 2 })],
      statuses: statusesOf(id),
      cards,
    })
    const column = { project_id: id, status_id: statusIdOf(id, 1) }
    expect(operations(workspace, account(), 5)).toEqual([
      { kind: 'add project', id, title: id },
      { kind: 'add card', id: 'a', project_id: id, text: 'What a says', complete: false },
      { kind: 'move cards', ids: ['a'], column, behind: [] },
    ])
  })

  test('is restored if it lies in the bin of the backup', () => {
    const card = cardOf('a', 0, { text: 'Now', complete: true, revision: 8 })
    const { workspace } = holding({ cards: [card] })
    const bin = [{ id: 'a', kind: 'card' as const, text: 'Then' }]
    expect(operations(workspace, account(), 5, bin)).toEqual([
      { kind: 'restore card', id: 'a', card },
      { kind: 'edit card', id: 'a', text: 'Now', before: 'Then' },
      { kind: 'complete card', id: 'a', complete: true },
      { kind: 'move cards', ids: ['a'], column: { project_id: null, status_id: null }, behind: [] },
    ])
  })

  test('is kept under the keys that make it once, in the order in which it is sent', () => {
    const { workspace } = holding({
      cards: [cardOf('a', 0, { revision: 8 }), cardOf('b', 1, { revision: 8 })],
    })
    const rows = lostFrom(workspace, account(), 5)
    expect(rows.slice(0, 2).map(({ key }) => key)).toEqual(['a', 'b'])
    expect(rows.map(({ code }) => code)).toEqual(['set_back', 'set_back', 'set_back'])
    expect(rows.toSorted((one, other) => one.n - other.n)).toEqual(rows)
  })
})
