import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import { statusIdOf, statusNames } from '../../src/contract/statuses.ts'
import { type Column, inbox, keyOf } from '../../src/web/state/columns.ts'
import type { Operation } from '../../src/web/state/operations.ts'
import { replayed } from '../../src/web/state/replay.ts'
import type { Workspace } from '../../src/web/state/workspace.ts'

const time = '2026-11-15T09:30:00.000Z'
const projectIds = ['0', '1', '2'].map((digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`)
const columnsOf = (id: string): Column[] =>
  statusNames.map((_, position) => ({ project_id: id, status_id: statusIdOf(id, position) }))
const everyColumn = [inbox, ...projectIds.flatMap(columnsOf)]
const cardIds = Array.from({ length: 12 }, (_, index) => `card ${index}`)

const cardAt = (id: string, column: Column): Card => ({
  id,
  ...column,
  owner_id: 'somebody',
  text: `What ${id} says`,
  complete: false,
  position: 0,
  revision: 1,
  created_at: time,
  updated_at: time,
})

/** The last project does not exist yet, and some cards do not. */
const anyWorkspace = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom(...cardIds), fc.constantFrom(...everyColumn.slice(0, -3)))),
    fc.boolean(),
  )
  .map(([placed, isBinKnown]): Workspace => {
    const cards = [...new Map(placed)].map(([id, column]) => cardAt(id, column))
    return {
      projects: projectIds.slice(0, 2).map((id) => ({
        id,
        owner_id: 'somebody',
        title: `Project ${id}`,
        card_count: 0,
        completed_card_count: 0,
        created_at: time,
        updated_at: time,
        revision: 1,
      })),
      statuses: new Map(
        projectIds.slice(0, 2).map((id) => [
          id,
          statusNames.map((name, position) => ({
            id: statusIdOf(id, position),
            project_id: id,
            name,
            position,
          })),
        ]),
      ),
      columns: Map.groupBy(cards, keyOf),
      bin: isBinKnown ? [{ id: 'long gone', kind: 'card', text: 'Old' }] : undefined,
    }
  })

const id = fc.constantFrom(...cardIds)
const column = fc.constantFrom(...everyColumn)
const projectId = fc.constantFrom(...projectIds)
const binnedId = fc.constantFrom(...cardIds, ...projectIds, 'long gone')
const kind = <Kind extends Operation['kind']>(name: Kind) => fc.constant(name)

const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    kind: kind('add card'),
    id,
    project_id: fc.option(projectId),
    text: fc.string(),
    complete: fc.boolean(),
  }),
  fc.record({ kind: kind('edit card'), id, text: fc.string(), before: fc.string() }),
  fc.record({ kind: kind('complete card'), id, complete: fc.boolean() }),
  { weight: 4, arbitrary: fc.record({ kind: kind('move card'), id, column, behind: fc.array(id) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('delete card'), id, before: fc.string() }) },
  fc.tuple(id, column, fc.boolean()).map(([one, where, isKnown]) => ({
    kind: 'restore card' as const,
    id: one,
    card: isKnown ? cardAt(one, where) : undefined,
  })),
  fc.record({ kind: kind('add project'), id: projectId, title: fc.string() }),
  fc.record({ kind: kind('delete project'), id: projectId }),
  fc.record({ kind: kind('purge'), id: binnedId }),
)

test('many operations at once do what they do one after the other', () => {
  fc.assert(
    fc.property(anyWorkspace, fc.array(anyOperation, { maxLength: 40 }), (base, operations) => {
      const simply = operations.reduce((now, one) => replayed(now, [one]), base)
      expect(replayed(base, operations)).toEqual(simply)
    }),
    { numRuns: 1000 },
  )
})

test('columns that nothing happens to stay the same objects', () => {
  fc.assert(
    fc.property(anyWorkspace, id, (base, one) => {
      const operations = Array.from({ length: 8 }, (_, index) => ({
        kind: 'complete card' as const,
        id: one,
        complete: index % 2 === 0,
      }))
      const { columns } = replayed(base, operations)
      for (const [key, cards] of base.columns)
        if (!cards.some((card) => card.id === one)) expect(columns.get(key)).toBe(cards)
    }),
  )
})
