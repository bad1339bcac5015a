import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  arrange,
  type Column,
  inbox,
  pack,
  type Ranked,
  sameColumn,
} from '../../../src/server/cards/column.ts'
import { ColumnModel } from '../../support/models/column-model.ts'

const columns: Column[] = [
  inbox,
  { project_id: 'p', status_id: 'p1' },
  { project_id: 'p', status_id: 'p2' },
  { project_id: 'q', status_id: 'q1' },
]

/** A board as it can be in the database: with gaps and duplicate positions, because PATCH stores any position. */
const board = fc
  .array(fc.record({ column: fc.constantFrom(...columns), position: fc.nat({ max: 12 }) }), { maxLength: 30 })
  .map((cards) =>
    cards.map(({ column, position }, index): Ranked => ({ id: `card-${index}`, ...column, position })),
  )

/** A list of all that moves, and one with landmarks: those in the column, those that are not, and unknown ones. */
const move = board.chain((cards) =>
  fc
    .record({
      target: fc.constantFrom(...columns),
      ids: fc.shuffledSubarray([...cards.map(({ id }) => id), 'unknown-1', 'unknown-2']),
    })
    .chain(({ target, ids }) => {
      const known = ids.filter((id) => cards.some((card) => card.id === id))
      return fc.oneof(
        fc.constant({ cards, target, ids: known, moved: undefined }),
        fc.shuffledSubarray(known).map((moved) => ({ cards, target, ids, moved })),
      )
    }),
)

const asLists = (cards: readonly Ranked[]) => {
  const model = modelOf(cards)
  return columns.map((column) => model.column(column).map(({ id }) => id))
}

const modelOf = (cards: readonly Ranked[]) => {
  const model = new ColumnModel<Column | undefined>()
  for (const card of cards) {
    model.create(
      columns.find((column) => sameColumn(column, card)),
      card.id,
      undefined,
    )
    model.patch(card.id, card.position)
  }
  return model
}

const apply = (cards: readonly Ranked[], moves: readonly Ranked[]) => {
  const moved = new Map(moves.map((one) => [one.id, one]))
  return cards.map((card) => moved.get(card.id) ?? card)
}

const isDense = (cards: readonly Ranked[], column: Column) =>
  cards
    .filter((card) => sameColumn(card, column))
    .map(({ position }) => position)
    .toSorted((a, b) => a - b)
    .every((position, index) => position === index)

export function testArranging(runs: number): void {
  describe('arranging a column', () => {
    test('does what the model does, and leaves every touched column dense', () => {
      fc.assert(
        fc.property(move, ({ cards, target, ids, moved }) => {
          const after = apply(cards, arrange(cards, target, ids, moved))
          const model = modelOf(cards)
          model.order(target, ids, moved)
          expect(asLists(after)).toEqual(columns.map((column) => model.column(column).map(({ id }) => id)))
          for (const column of columns) expect(isDense(after, column)).toBe(true)
        }),
        { numRuns: runs },
      )
    })

    test('puts the listed cards first, if nothing says which of them move', () => {
      fc.assert(
        fc.property(move, ({ cards, target, ids, moved }) => {
          fc.pre(moved === undefined)
          const column = apply(cards, arrange(cards, target, ids)).filter((card) => sameColumn(card, target))
          const order = column.toSorted((a, b) => a.position - b.position).map(({ id }) => id)
          expect(order.slice(0, ids.length)).toEqual(ids)
        }),
      )
    })

    test('moves one card to where its neighbours are now', () => {
      const cards = ['a', 'b', 'c', 'd', 'e'].map((id, position) => ({ id, ...inbox, position }))
      const orderAfter = (ids: string[], moved: string[]) =>
        asLists(apply(cards, arrange(cards, inbox, ids, moved)))[0]?.join('')
      expect(orderAfter(['d', 'e', 'a', 'c'], ['a'])).toBe('bcdea')
      expect(orderAfter(['d', 'gone', 'a', 'b'], ['a', 'b'])).toBe('cdabe')
      expect(orderAfter(['gone', 'e', 'a'], ['e'])).toBe('eabcd')
      expect(orderAfter(['e', 'd', 'c', 'b', 'a'], [])).toBe('abcde')
    })

    test('names only cards whose place changes, each once', () => {
      fc.assert(
        fc.property(move, ({ cards, target, ids, moved }) => {
          const moves = arrange(cards, target, ids, moved)
          const before = new Map(cards.map((card) => [card.id, card]))
          expect(new Set(moves.map(({ id }) => id)).size).toBe(moves.length)
          for (const one of moves) expect(one).not.toEqual(before.get(one.id))
          const after = apply(cards, moves)
          expect(arrange(after, target, ids, moved)).toEqual([])
        }),
      )
    })

    test('costs one move to put the last of many thousands where it is', () => {
      const cards = Array.from({ length: 20_000 }, (_, position) => ({
        id: `c${position}`,
        ...inbox,
        position,
      }))
      const ids = cards.map(({ id }) => id)
      expect(arrange(cards, inbox, ids)).toEqual([])
      expect(arrange(cards, inbox, [...ids.slice(0, -2), 'c19999', 'c19998'])).toHaveLength(2)
    })
  })

  test('packing keeps the order and closes every gap', () => {
    fc.assert(
      fc.property(board, (cards) => {
        const column = cards.filter((card) => sameColumn(card, inbox))
        const packed = apply(column, pack(column))
        expect(asLists(packed)).toEqual(asLists(column))
        expect(isDense(packed, inbox)).toBe(true)
      }),
    )
  })
}
