import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Column,
  type Columns,
  cardsOf,
  completionsOf,
  find,
  findAll,
  forget,
  inbox,
  keyOf,
  movesTo,
  placesOf,
} from '../../../src/board/columns.ts'
import { emptyWorkspace } from '../../../src/board/workspace.ts'
import type { Card } from '../../../src/contract/card.ts'
import { arrange } from '../../../src/server/cards/column.ts'
import type { Operation } from '../../../src/web/model/operations.ts'
import { ColumnsDraft, replayed } from '../../../src/web/model/replay.ts'
import { cardOf, columnAt, statusesOf } from '../../support/models/things.ts'

const everyColumn: Column[] = [inbox, columnAt('p', 0), columnAt('p', 1), columnAt('q', 0)]
const keys = everyColumn.map(keyOf)

/** The columns of a page, each with some cards. */
const page = fc.array(fc.constantFrom(...everyColumn), { maxLength: 24 }).map((chosen): Columns => {
  const cards = chosen.map((column, index) => cardOf(`card-${index}`, 0, column))
  return new Map(
    everyColumn.map((column) => [keyOf(column), cards.filter((card) => keyOf(card) === keyOf(column))]),
  )
})

const all = (columns: Columns) => [...columns.values()].flat()
const idsOf = (cards: readonly Card[]) => cards.map(({ id }) => id)
const lists = (columns: Columns) => keys.map((key) => idsOf(cardsOf(columns, key)))
const byId = (one: Card, other: Card) => (one.id < other.id ? -1 : 1)

/** The columns after something was done to them. */
function drafted(columns: Columns, act: (draft: ColumnsDraft) => void): Columns {
  const draft = new ColumnsDraft(columns)
  act(draft)
  return draft.done()
}

function expectWhole(columns: Columns): void {
  const ids = idsOf(all(columns))
  expect(new Set(ids).size).toBe(ids.length)
  for (const [key, cards] of columns) for (const card of cards) expect(keyOf(card)).toBe(key)
}

type ValueOf<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never

export function testPage(runs: number): void {
  describe('a card that is placed on the page', () => {
    /** Columns, a card, and a place: of the cards that it is to be behind, some may be elsewhere or gone. */
    const placing = page.chain((columns) =>
      fc.record({
        columns: fc.constant(columns),
        column: fc.constantFrom(...everyColumn),
        id: fc.constantFrom('gone', ...idsOf(all(columns))),
        landmarks: fc.shuffledSubarray(['gone-1', 'gone-2', ...idsOf(all(columns))]),
      }),
    )
    const placed = ({ columns, column, id, landmarks }: ValueOf<typeof placing>) => {
      const behind = landmarks.filter((one) => one !== id)
      return { after: drafted(columns, (draft) => draft.place(id, column, behind)), behind }
    }

    test('lands where the server puts it', () => {
      fc.assert(
        fc.property(placing, (given) => {
          const { columns, column, id } = given
          const { after, behind } = placed(given)
          expect(lists(after)).toEqual(byTheServer(columns, column, [...behind, id], id))
        }),
        { numRuns: runs },
      )
    })

    test('is the same card but for its column, and no other is lost, doubled or changed', () => {
      fc.assert(
        fc.property(placing, (given) => {
          const { columns, column, id } = given
          const { after } = placed(given)
          expectWhole(after)
          const expected = all(columns).map((card) => (card.id === id ? { ...card, ...column } : card))
          expect(all(after).sort(byId)).toEqual(expected.sort(byId))
          for (const [key, cards] of columns) {
            const isTouched = key === keyOf(column) || cards.some((card) => card.id === id)
            if (!isTouched || !find(columns, id)) expect(after.get(key)).toBe(cards)
          }
          for (const card of all(columns))
            if (card.id !== id || keyOf(card) === keyOf(column)) expect(find(after, card.id)).toBe(card)
        }),
      )
    })

    /** The columns as the page would load them after the server has made the same move. */
    function byTheServer(columns: Columns, column: Column, ids: string[], moved: string): string[][] {
      const ranked = [...columns.values()].flatMap((cards) =>
        cards.map((card, position) => ({ ...card, position })),
      )
      const moves = new Map(arrange(ranked, column, ids, [moved]).map((one) => [one.id, one]))
      const after = ranked.map((card) => ({ ...card, ...moves.get(card.id) }))
      return keys.map((key) =>
        idsOf(
          after.filter((card) => keyOf(card) === key).sort((one, other) => one.position - other.position),
        ),
      )
    }
  })

  describe('moves', () => {
    const drop = page.chain((columns) =>
      fc.record({ columns: fc.constant(columns), column: fc.constantFrom(...everyColumn) }).chain((given) =>
        fc.record({
          columns: fc.constant(given.columns),
          column: fc.constant(given.column),
          ids: fc.shuffledSubarray(idsOf(all(given.columns))),
          before: fc.option(fc.constantFrom('gone', ...idsOf(cardsOf(given.columns, keyOf(given.column)))), {
            nil: undefined,
          }),
        }),
      ),
    )
    const known = { ...emptyWorkspace, statuses: new Map(['p', 'q'].map((id) => [id, statusesOf(id)])) }
    const perform = (columns: Columns, operations: readonly Operation[]) =>
      replayed({ ...known, columns }, operations).columns

    test('put the cards right before the other one, or at the end, and leave the rest in its order', () => {
      fc.assert(
        fc.property(drop, ({ columns, column, ids, before }) => {
          const after = perform(columns, movesTo(columns, ids, column, before))
          expectWhole(after)
          const rest = idsOf(cardsOf(columns, keyOf(column))).filter((id) => !ids.includes(id))
          const at = before !== undefined && rest.includes(before) ? rest.indexOf(before) : rest.length
          expect(idsOf(cardsOf(after, keyOf(column)))).toEqual(rest.toSpliced(at, 0, ...ids))
        }),
        { numRuns: runs },
      )
    })

    test('and their undoing lead back to the board before, completion included', () => {
      fc.assert(
        fc.property(drop, fc.boolean(), ({ columns, column, ids, before }, complete) => {
          const cards = findAll(columns, ids)
          const back = [...placesOf(columns, cards), ...completionsOf(cards)]
          const done = completionsOf(cards.map((card) => ({ ...card, complete })))
          const after = perform(columns, [...movesTo(columns, ids, column, before), ...done])
          const undone = perform(after, back)
          expect(keys.map((key) => cardsOf(undone, key))).toEqual(keys.map((key) => cardsOf(columns, key)))
        }),
        { numRuns: runs },
      )
    })

    test('bring deleted cards back to their places', () => {
      fc.assert(
        fc.property(drop, ({ columns, ids }) => {
          const cards = findAll(columns, ids)
          const restored = cards.map((card) => ({ kind: 'restore card' as const, id: card.id, card }))
          const deleted = cards.map(({ id, text }) => ({ kind: 'delete card' as const, id, before: text }))
          const undone = perform(columns, [...deleted, ...restored, ...placesOf(columns, cards)])
          expect(lists(undone)).toEqual(lists(columns))
        }),
      )
    })

    test('name a bounded number of neighbours, however long the column is', () => {
      const cards = Array.from({ length: 500 }, (_, position) => cardOf(`c${position}`, position))
      const columns: Columns = new Map([[keyOf(inbox), cards]])
      const ids = idsOf(cards.slice(0, 200))
      for (const moves of [movesTo(columns, ids, inbox, undefined), placesOf(columns, cards)])
        expect(Math.max(...moves.map(({ behind }) => behind.length))).toBeLessThanOrEqual(50)
      const after = idsOf(cardsOf(perform(columns, movesTo(columns, ids, inbox, 'c400')), keyOf(inbox)))
      expect(after).toEqual([...idsOf(cards.slice(200, 400)), ...ids, ...idsOf(cards.slice(400))])
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
          const card = cardOf(id, 0, column)
          const append = (now: Columns) => drafted(now, (draft) => draft.append(card))
          const remove = (now: Columns) => drafted(now, (draft) => draft.remove(id))
          const added = append(columns)
          expectWhole(added)
          expect(cardsOf(added, keyOf(column)).at(-1)).toBe(card)
          expect(lists(append(added))).toEqual(lists(added))
          const removed = remove(added)
          expect(lists(removed)).toEqual(lists(remove(columns)))
          expect(find(removed, id)).toBeUndefined()
          expect(remove(removed)).toBe(removed)
        }),
      )
    })

    test('is edited where it is, and nothing else is', () => {
      fc.assert(
        fc.property(one, ({ columns, id }) => {
          const after = drafted(columns, (draft) => {
            draft.edit(id, { text: 'New words' })
            draft.edit(id, { complete: true })
          })
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
}
