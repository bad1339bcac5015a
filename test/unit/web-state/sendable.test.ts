import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { inbox } from '../../../src/board/columns.ts'
import {
  confirmed,
  foreign,
  isKnown,
  outbox,
  sendable,
  stale,
  unsent,
  type Waiting,
} from '../../../src/web/model/changes.ts'
import { anyOperation, someAccount } from '../../support/models/some-operations.ts'
import { columnAt } from '../../support/models/things.ts'

const day = 24 * 60 * 60_000
let n = 0
/** Operations as they are on the disk, whoever has written them. */
const row = (operation: unknown, more: object = {}) =>
  ({ n: ++n, key: `key-${n}`, operation, ...more }) as Waiting
const addCard = (id: string, project_id: string | null = null) =>
  row({ kind: 'add card', id, project_id, text: id, complete: false })
const old = { at: Date.now() - 26 * day }

beforeEach(() => {
  confirmed.value = { workspace: someAccount, seq: 1 }
})

describe('an operation', () => {
  test('of this version is known', () => {
    fc.assert(fc.property(anyOperation, (operation) => isKnown(row(operation))))
  })

  test('of another kind or shape is not, and nothing shows or sends it', () => {
    const rows = [
      row({ kind: 'paint card', id: 'a' }),
      row({ kind: 'toString', id: 'a' }),
      row({ kind: 'edit card', id: 'a', text: 1, before: 'A' }),
      row({ kind: 'move cards', ids: 'a', column: inbox, behind: [] }),
      row({ kind: 'move cards', ids: ['a'], behind: [] }),
      row({ kind: 'restore project', id: 'p', whole: {} }),
      row('edit card'),
      row(null),
      row(undefined),
      row({ kind: 'purge', id: 'a' }, { key: undefined }),
    ]
    outbox.value = rows
    expect(foreign.value).toEqual(rows)
    expect([...unsent.value, ...sendable.value]).toEqual([])
  })
})

describe('what cannot be sent holds up', () => {
  const sentBehind = (first: Waiting, ...others: Waiting[]) => {
    outbox.value = [first, ...others]
    return sendable.value.map((one) => others.indexOf(one))
  }

  test('what is about the same card, and what that holds up, but nothing else', () => {
    const move = row({ kind: 'move cards', ids: ['b', 'a'], column: inbox, behind: ['c'] })
    const edits = ['a', 'b', 'c'].map((id) => row({ kind: 'edit card', id, text: 'New', before: 'Old' }))
    for (const first of [
      row({ kind: 'paint card', id: 'a' }),
      row({ kind: 'paint cards', ids: ['a', 'x'] }),
      row({ kind: 'complete card', id: 'a', complete: true }, old),
    ]) {
      expect(sentBehind(first, ...edits)).toEqual([1, 2])
      expect(sentBehind(first, move, ...edits)).toEqual([3])
    }
  })

  test('what goes into a project or column that is not on the server yet', () => {
    const into = (project: string, position: number) =>
      row({ kind: 'move cards', ids: [`${n}`], column: columnAt(project, position), behind: [] })
    const inNew = [addCard('new-1', 'new'), into('new', 0), addCard('new-2', 'p'), addCard('new-3')]
    expect(sentBehind(row({ kind: 'add project', id: 'new', title: 'New' }, old), ...inNew)).toEqual([2, 3])
    expect(sentBehind(row({ kind: 'add template', id: 'new' }), ...inNew)).toEqual([2, 3])
    expect(sentBehind(row({ kind: 'add column', id: 'p/7' }), into('p', 7), into('p', 0))).toEqual([1])
    // This one is there.
    expect(sentBehind(row({ kind: 'paint project', id: 'p' }), addCard('new-4', 'p'), into('p', 0))).toEqual([
      0, 1,
    ])
  })

  test('the end of a project that one of its cards is to leave', () => {
    const [card] = [...someAccount.columns.values()].flat().filter(({ project_id }) => project_id !== null)
    const end = row({ kind: 'delete project', id: card?.project_id })
    const leave = { kind: 'move cards', ids: [card?.id], column: inbox, behind: [] }
    expect(sentBehind(row(leave, old), end)).toEqual([])
    expect(sentBehind(row({ kind: 'complete card', id: 'elsewhere', complete: true }, old), end)).toEqual([0])
  })

  test('what is about a card of a project that is to be restored', () => {
    const whole = { project: {}, statuses: [], cards: [{ id: 'a' }] }
    const edit = row({ kind: 'edit card', id: 'a', text: 'New', before: 'Old' })
    expect(sentBehind(row({ kind: 'restore project', id: 'gone', whole }, old), edit)).toEqual([])
  })

  test('nothing once the server has answered it', () => {
    expect(sentBehind(row({ kind: 'paint card', id: 'a' }, { seq: 2 }), addCard('a'))).toEqual([0])
    expect(foreign.value).toEqual([])
  })
})

test('the person decides about what was done more than 25 days ago, or in as far a future', () => {
  const daysAgo = (days: number) => ({ ...addCard(`${days}`), at: Date.now() - days * day })
  outbox.value = [addCard('at no time'), ...[26, 24, 0, -24, -26].map(daysAgo)]
  expect(stale.value.map(({ operation }) => 'id' in operation && operation.id)).toEqual(['26', '-26'])
})
