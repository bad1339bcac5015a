import Type from 'typebox'
import type { Board, Place } from '../../board/board.ts'
import { changedByMove, movesTo, nextAfter, turning } from '../../board/columns.ts'
import { successorsOf } from '../../board/repeating.ts'
import { addingOf } from '../../client/series.ts'
import type { Card } from '../../contract/card.ts'
import { settleNext } from '../next-cards.ts'
import { keysOf, operationFor, type Part, performAll, report } from '../operations.ts'
import { findCard, findPlace, findPlaces, isOpen } from '../references.ts'
import { quoted } from '../show.ts'
import { collecting, dayFor, key, members, some, ToolError, text, timeZone, tool } from '../tool.ts'

export const move = tool({
  name: 'move',
  title: 'Move',
  description:
    'Moves cards to another column or within one, in the order given. No other cards move. The last column completes cards (one that repeats adds the next); leaving it reopens them.',
  scope: 'write',
  input: members({
    moves: some(
      members({
        cards: some(text(), 'ids, or beginnings of texts'),
        to: text('inbox, a project (its first column), Project/Column, or a column of their project'),
        after: Type.Optional(text('a card there')),
        place: Type.Optional(Type.String({ enum: ['top', 'bottom'], description: 'default bottom' })),
        only_from: Type.Optional(text('do nothing unless the cards are still there')),
      }),
    ),
    time_zone: timeZone,
    key,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(context, given) {
    const { client, board: load, linkTo } = context
    const today = dayFor(given.time_zone)
    const board = await load()
    const keys = keysOf('move', given.key)
    const problems = collecting()
    const moves = given.moves.flatMap((wanted, index) => {
      const cards = wanted.cards.flatMap(
        (reference) => problems.attempt(() => findCard(board, reference, isOpen)) ?? [],
      )
      const place = problems.attempt(() => findPlace(board, wanted.to, cards))
      if (!place || cards.length < wanted.cards.length) return []
      const ids = [...new Set(cards.map(({ id }) => id))]
      problems.attempt(() => requireFrom(board, cards, wanted.only_from))
      const before = problems.attempt(() => placeFor(board, place, ids, wanted))
      const turned = changedByMove(cards, place, board.isLast)
      const steps = turning(movesTo(board.columns, ids, place, before), turned)
      const completed = new Set(turned.flatMap(({ id, complete }) => (complete ? [id] : [])))
      const distinct = [...new Set(cards)].filter(({ id }) => completed.has(id))
      return [
        {
          place,
          cards,
          successors: successorsOf(distinct, today, place),
          operations: steps.map((step, nth) =>
            operationFor(step, keys.keyFor(nth === 0 ? `move ${index}` : `move ${index}, ${nth}`, wanted)),
          ),
        },
      ]
    })
    problems.refuse()
    const successors = moves.flatMap((one) => one.successors)
    const outcomes = await performAll(client, [
      ...successors.map((successor) => [addingOf(successor)]),
      ...moves.map(({ operations }) => operations),
    ])
    const added = outcomes.splice(0, successors.length)
    const refused = new Set(
      moves.flatMap(({ cards }, index) =>
        outcomes[index]?.kind === 'refused' ? cards.map(({ id }) => id) : [],
      ),
    )
    const next = await settleNext(context, board, successors, added, (id) => refused.has(id))
    return report(keys, [
      ...moves.map(({ place, cards }, index): Part => {
        const outcome = outcomes[index] ?? { kind: 'done before' }
        const ids = cards.map(({ id }) => id)
        const names = cards.map(({ id, text }) => `${board.shortId(id)} ${quoted(text)}`).join(', ')
        return {
          outcome,
          done: `Moved to ${place.name}: ${names}${ids.map(next.lineAfter).join('')}`,
          what: `move ${names} to ${place.name}`,
          ...(outcome.kind === 'refused' &&
            outcome.problem.code === 'not_found' && {
              reason: 'one of them, or the column, has been deleted, so none was moved. Read again.',
            }),
          data: { ids, urls: ids.map(linkTo), place: place.name, ...next.dataAfter(ids) },
        }
      }),
      ...next.failed,
    ])
  },
})

interface Wish {
  after?: string
  place?: string
}

/** The card to insert before; undefined for the end. */
function placeFor(board: Board, place: Place, moved: string[], wish: Wish): string | undefined {
  const cards = board.cardsIn(place)
  if (wish.after === undefined) return wish.place === 'top' ? nextAfter(cards, undefined, moved) : undefined
  const there = new Set(cards.map(({ id }) => id))
  const after = findCard(board, wish.after, ({ id }) => there.has(id))
  if (moved.includes(after.id)) throw new ToolError(`${quoted(after.text)} cannot go after itself.`)
  if (!there.has(after.id))
    throw new ToolError(
      `"after": ${quoted(after.text)} is not in ${place.name}, but in ${board.placeOf(after).name}.`,
    )
  return nextAfter(cards, after.id, moved)
}

/** Refuses to move cards that somebody has moved away. */
function requireFrom(board: Board, cards: Card[], from: string | undefined): void {
  if (from === undefined) return
  const { places } = findPlaces(board, from)
  const elsewhere = cards.filter((card) => !places.some(({ status_id }) => status_id === card.status_id))
  if (elsewhere.length > 0)
    throw new ToolError(
      elsewhere
        .map(
          (card) => `${board.shortId(card.id)} ${quoted(card.text)} is now in ${board.placeOf(card).name}.`,
        )
        .join('\n'),
    )
}
