import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrange, type Column, inbox, pack, type Ranked, sameColumn } from '../../src/server/cards/column.ts'

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

const move = board.chain((cards) =>
  fc.record({
    cards: fc.constant(cards),
    target: fc.constantFrom(...columns),
    ids: fc.shuffledSubarray(cards.map(({ id }) => id)),
  }),
)

/** The reference model: each column is a list of ids. */
const asLists = (cards: readonly Ranked[]) =>
  columns.map((column) =>
    cards
      .filter((card) => sameColumn(card, column))
      .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
      .map(({ id }) => id),
  )

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

describe('arranging a column', () => {
  test('does what moving ids between lists does, and leaves every touched column dense', () => {
    fc.assert(
      fc.property(move, ({ cards, target, ids }) => {
        const after = apply(cards, arrange(cards, target, ids))
        const expected = asLists(cards).map((list, index) => {
          const rest = list.filter((id) => !ids.includes(id))
          return sameColumn(columns[index] ?? inbox, target) ? [...ids, ...rest] : rest
        })
        expect(asLists(after)).toEqual(expected)
        for (const column of columns) expect(isDense(after, column)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('names only cards whose place changes, each once', () => {
    fc.assert(
      fc.property(move, ({ cards, target, ids }) => {
        const moves = arrange(cards, target, ids)
        const before = new Map(cards.map((card) => [card.id, card]))
        expect(new Set(moves.map(({ id }) => id)).size).toBe(moves.length)
        for (const one of moves) expect(one).not.toEqual(before.get(one.id))
        const after = apply(cards, moves)
        expect(arrange(after, target, ids)).toEqual([])
      }),
    )
  })

  test('costs one move to put the last of a hundred thousand where it is', () => {
    const cards = Array.from({ length: 100_000 }, (_, position) => ({
      id: `c${position}`,
      ...inbox,
      position,
    }))
    const ids = cards.map(({ id }) => id)
    expect(arrange(cards, inbox, ids)).toEqual([])
    expect(arrange(cards, inbox, [...ids.slice(0, -2), 'c99999', 'c99998'])).toHaveLength(2)
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
