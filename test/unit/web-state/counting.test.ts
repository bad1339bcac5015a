import { expect, test } from 'vitest'
import { inbox } from '../../../src/board/columns.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { countChanges } from '../../../src/web/model/operations.ts'
import { cardOf } from '../../support/models/things.ts'

const ids = ['a', 'b', 'c']
const deletions = ids.map((id): Operation => ({ kind: 'delete card', id, before: id }))
const restorations = ids.map((id): Operation => ({ kind: 'restore card', id, card: cardOf(id, 0) }))
const move: Operation = { kind: 'move cards', ids, column: inbox, behind: [] }

test('changes are counted by card, and what belongs to another change is not counted', () => {
  expect(countChanges([])).toBe(0)
  expect(countChanges(deletions)).toBe(3)
  expect(countChanges([{ ...move }])).toBe(3)
  expect(countChanges([...deletions, ...restorations, move])).toBe(6)
  expect(countChanges([{ ...move }, { kind: 'complete card', id: 'a', complete: true }])).toBe(3)
})

test('their number never grows while they are sent one after the other, and is none only when all are', () => {
  const all: Operation[] = [...deletions, ...restorations, { ...move }, ...deletions]
  const counts = [...all, undefined].map((_, sent) => countChanges(all.slice(sent)))
  expect(counts).toEqual([9, 8, 7, 6, 5, 4, 3, 3, 2, 1, 0])
  const restoring: Operation = { kind: 'restore card', id: 'x', card: undefined }
  const moving = { ...move, ids: ['x'] }
  expect(countChanges([restoring, moving])).toBe(1)
  expect(countChanges([moving])).toBe(1)
})
