import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Card } from '../../src/contract/card.ts'
import { arrange as arrangeOnServer } from '../../src/server/cards/column.ts'
import {
  append,
  arrange,
  type Column,
  type Columns,
  cardsOf,
  edit,
  find,
  forget,
  inbox,
  keyOf,
  orderWith,
  remove,
  replace,
} from '../../src/web/state/columns.ts'

const everyColumn: Column[] = [
  inbox,
  { project_id: 'p', status_id: 'p1' },
  { project_id: 'p', status_id: 'p2' },
  { project_id: 'q', status_id: 'q1' },
]
const keys = everyColumn.map(keyOf)

const cardAt = (id: string, column: Column, position = 0): Card => ({
  id,
  ...column,
  owner_id: 'somebody',
  text: `What ${id} says`,
  revision: 1,
  complete: false,
  position,
  created_at: '2026-11-15T09:30:00.000Z',
  updated_at: '2026-11-15T09:30:00.000Z',
})

/** The columns of a page, each with some cards. */
const page = fc.array(fc.constantFrom(...everyColumn), { maxLength: 24 }).map((chosen): Columns => {
  const cards = chosen.map((column, index) => cardAt(`card-${index}`, column))
  return new Map(
    everyColumn.map((column) => [keyOf(column), cards.filter((card) => keyOf(card) === keyOf(column))]),
  )
})

const all = (columns: Columns) => [...columns.values()].flat()
const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id)
const lists = (columns: Columns) => keys.map((key) => idsOf(cardsOf(columns, key)))
const byId = (one: Card, other: Card) => (one.id < other.id ? -1 : 1)

/** Columns, some of their cards, and the column that these are to be moved to. */
const move = page.chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    column: fc.constantFrom(...everyColumn),
    ids: fc.shuffledSubarray(idsOf(all(columns))),
  }),
)

/** The columns as the page would load them after the server has made the same move. */
function byTheServer(columns: Columns, column: Column, ids: readonly string[]): string[][] {
  const ranked = [...columns.values()].flatMap((cards) =>
    cards.map((card, position) => ({ ...card, position })),
  )
  const moved = new Map(arrangeOnServer(ranked, column, ids).map((one) => [one.id, one]))
  const after = ranked.map((card) => ({ ...card, ...moved.get(card.id) }))
  return keys.map((key) =>
    idsOf(after.filter((card) => keyOf(card) === key).sort((one, other) => one.position - other.position)),
  )
}

function expectWhole(columns: Columns): void {
  const ids = idsOf(all(columns))
  expect(new Set(ids).size).toBe(ids.length)
  for (const [key, cards] of columns) for (const card of cards) expect(keyOf(card)).toBe(key)
}

describe('a move on the page', () => {
  test('is what the server makes of the same request', () => {
    fc.assert(
      fc.property(move, ({ columns, column, ids }) => {
        const after = arrange(columns, column, ids)
        expect(lists(after)).toEqual(byTheServer(columns, column, ids))
      }),
      { numRuns: 1000 },
    )
  })

  test('loses no card, makes none, and changes nothing of them but their column', () => {
    fc.assert(
      fc.property(move, ({ columns, column, ids }) => {
        const after = arrange(columns, column, ids)
        expectWhole(after)
        const expected = all(columns).map((card) => (ids.includes(card.id) ? { ...card, ...column } : card))
        expect(all(after).sort(byId)).toEqual(expected.sort(byId))
      }),
    )
  })

  test('leaves columns that it does not touch, and cards that keep their column, the same objects', () => {
    fc.assert(
      fc.property(move, ({ columns, column, ids }) => {
        const after = arrange(columns, column, ids)
        for (const [key, cards] of columns) {
          const isTouched = key === keyOf(column) || cards.some(({ id }) => ids.includes(id))
          if (!isTouched) expect(after.get(key)).toBe(cards)
        }
        for (const card of all(columns))
          if (!ids.includes(card.id) || keyOf(card) === keyOf(column)) expect(find(after, card.id)).toBe(card)
      }),
    )
  })

  test('passes over a card that is not there', () => {
    fc.assert(
      fc.property(move, ({ columns, column, ids }) => {
        const after = arrange(columns, column, ['gone', ...ids])
        expect(lists(after)).toEqual(lists(arrange(columns, column, ids)))
      }),
    )
  })
})

describe('the order to ask for', () => {
  const drop = move.chain(({ columns, column, ids }) =>
    fc.record({
      columns: fc.constant(columns),
      column: fc.constant(column),
      ids: fc.constant(ids),
      before: fc.option(fc.constantFrom('gone', ...idsOf(cardsOf(columns, keyOf(column)))), {
        nil: undefined,
      }),
    }),
  )

  test('puts the cards right before the other one, or at the end, and leaves the rest in its order', () => {
    fc.assert(
      fc.property(drop, ({ columns, column, ids, before }) => {
        const cards = cardsOf(columns, keyOf(column))
        const after = idsOf(cardsOf(arrange(columns, column, orderWith(cards, ids, before)), keyOf(column)))
        const rest = idsOf(cards).filter((id) => !ids.includes(id))
        const at = before !== undefined && rest.includes(before) ? rest.indexOf(before) : rest.length
        expect(after).toEqual(rest.toSpliced(at, 0, ...ids))
      }),
      { numRuns: 1000 },
    )
  })

  test('ends with the cards that move: what comes after them is not listed', () => {
    fc.assert(
      fc.property(drop, ({ columns, column, ids, before }) => {
        const order = orderWith(cardsOf(columns, keyOf(column)), ids, before)
        expect(new Set(order).size).toBe(order.length)
        expect(order.slice(order.length - ids.length)).toEqual(ids)
      }),
    )
  })
})

describe('what the server says', () => {
  /** The server's list of one column, which may differ from the page's in its cards, their texts and their order. */
  const answer = page.chain((columns) =>
    fc
      .record({ columns: fc.constant(columns), column: fc.constantFrom(...everyColumn) })
      .chain(({ column }) =>
        fc.record({
          columns: fc.constant(columns),
          column: fc.constant(column),
          cards: fc
            .shuffledSubarray([...idsOf(all(columns)), 'new-1', 'new-2'])
            .chain((ids) =>
              fc.tuple(
                fc.constant(ids),
                fc.array(fc.boolean(), { minLength: ids.length, maxLength: ids.length }),
              ),
            )
            .map(([ids, isChanged]) =>
              ids.map((id, position) => ({
                ...cardAt(id, column, position),
                complete: isChanged[position] ?? false,
              })),
            ),
        }),
      ),
  )

  test('is what the column holds afterwards, and no card is in two of them', () => {
    fc.assert(
      fc.property(answer, ({ columns, column, cards }) => {
        const after = replace(columns, keyOf(column), cards)
        expectWhole(after)
        const held = cardsOf(after, keyOf(column))
        expect(held.map(({ id, complete }) => [id, complete])).toEqual(
          cards.map(({ id, complete }) => [id, complete]),
        )
        for (const key of keys)
          if (key !== keyOf(column))
            expect(idsOf(cardsOf(after, key))).toEqual(
              idsOf(cardsOf(columns, key)).filter((id) => !idsOf(cards).includes(id)),
            )
      }),
    )
  })

  test('leaves a card that looks the same the same object, and takes the new one where it differs', () => {
    fc.assert(
      fc.property(answer, ({ columns, column, cards }) => {
        const after = replace(columns, keyOf(column), cards)
        for (const card of cards) {
          const old = find(columns, card.id)
          const isSame = old && keyOf(old) === keyOf(card) && old.complete === card.complete
          expect(find(after, card.id)).toBe(isSame ? old : card)
        }
      }),
    )
  })
})

describe('one card', () => {
  const one = page.chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      column: fc.constantFrom(...everyColumn),
      id: fc.constantFrom('new-1', ...idsOf(all(columns))),
    }),
  )

  test('is added once, at the end, and taken away without a trace', () => {
    fc.assert(
      fc.property(one, ({ columns, column, id }) => {
        const card = cardAt(id, column)
        const added = append(columns, card)
        expectWhole(added)
        expect(cardsOf(added, keyOf(column)).at(-1)).toBe(card)
        expect(lists(append(added, card))).toEqual(lists(added))
        const removed = remove(added, new Set([id]))
        expect(lists(removed)).toEqual(lists(remove(columns, new Set([id]))))
        expect(find(removed, id)).toBeUndefined()
        expect(remove(removed, new Set([id]))).toBe(removed)
      }),
    )
  })

  test('is edited where it is, and nothing else is', () => {
    fc.assert(
      fc.property(one, ({ columns, id }) => {
        const after = edit(columns, id, { text: 'New words', complete: true })
        const old = find(columns, id)
        if (!old) expect(after).toBe(columns)
        else expect(find(after, id)).toEqual({ ...old, text: 'New words', complete: true })
        expect(lists(after)).toEqual(lists(columns))
        for (const card of all(columns)) if (card.id !== id) expect(find(after, card.id)).toBe(card)
      }),
    )
  })
})

test('columns that are forgotten are gone, and the others are the same', () => {
  fc.assert(
    fc.property(page, fc.subarray(keys), (columns, gone) => {
      const after = forget(columns, new Set(gone))
      for (const key of keys) expect(after.get(key)).toBe(gone.includes(key) ? undefined : columns.get(key))
    }),
  )
})
