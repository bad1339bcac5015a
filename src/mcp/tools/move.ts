import Type from 'typebox'
import type { Card } from '../../contract/card.ts'
import type { Board, Place } from '../board.ts'
import { keysOf } from '../keys.ts'
import { endOf, placing, upTo } from '../landmarks.ts'
import { type Outcome, perform } from '../operations.ts'
import { findCard, findPlace, findPlaces, isOpen } from '../references.ts'
import { collecting, Refusal } from '../refusal.ts'
import { type Part, report } from '../report.ts'
import { quoted } from '../show.ts'
import { key, members, some, text, tool } from '../tool.ts'

export const move = tool({
  name: 'move',
  title: 'Move',
  description:
    'Moves cards to another column, or within it. Only these cards move; they arrive in the order given.',
  scope: 'write',
  input: members({
    moves: some(
      members({
        cards: some(text(), 'ids, or beginnings of texts'),
        to: text('inbox, a project (its first column), or Project/Column'),
        after: Type.Optional(text('a card there')),
        place: Type.Optional(Type.String({ enum: ['top', 'bottom'], description: 'default bottom' })),
        only_from: Type.Optional(text('do nothing unless they are still there')),
      }),
    ),
    key,
  }),
  annotations: { destructiveHint: false, idempotentHint: true },
  async run({ client, board: load }, given) {
    const board = await load()
    const keys = keysOf('move', given.key)
    const problems = collecting()
    const moves = given.moves.flatMap((wanted, index) => {
      const cards = wanted.cards.flatMap(
        (reference) => problems.attempt(() => findCard(board, reference, isOpen)) ?? [],
      )
      const place = problems.attempt(() => findPlace(board, wanted.to))
      if (!place || cards.length < wanted.cards.length) return []
      const ids = [...new Set(cards.map(({ id }) => id))]
      problems.attempt(() => requireFrom(board, cards, wanted.only_from))
      const landmarks = problems.attempt(() => landmarksFor(board, place, ids, wanted)) ?? []
      return [
        { place, cards, operation: placing(place, landmarks, ids, keys.keyFor(`move ${index}`, wanted)) },
      ]
    })
    problems.refuse()
    const outcomes = await perform(
      client,
      moves.map(({ operation }) => operation),
    )
    return report(
      keys,
      moves.map(({ place, cards }, index): Part => {
        const outcome = outcomes[index] as Outcome
        const names = cards.map(({ id, text }) => `${board.shortId(id)} ${quoted(text)}`).join(', ')
        return {
          outcome,
          done: `Moved to ${place.name}: ${names}`,
          what: `move ${names} to ${place.name}`,
          ...(outcome.kind === 'refused' &&
            outcome.problem.code === 'not_found' && {
              reason:
                'one of them, or the column, has been deleted meanwhile, so none of them was moved. Read again.',
            }),
          data: { ids: cards.map(({ id }) => id), place: place.name },
        }
      }),
    )
  },
})

interface Wish {
  after?: string
  place?: string
}

function landmarksFor(board: Board, place: Place, moved: string[], wish: Wish): string[] {
  if (wish.after === undefined) return wish.place === 'top' ? [] : endOf(board, place, moved)
  const there = new Set(board.cardsIn(place).map(({ id }) => id))
  const after = findCard(board, wish.after, ({ id }) => there.has(id))
  if (moved.includes(after.id)) throw new Refusal(`${quoted(after.text)} cannot go after itself.`)
  if (!there.has(after.id))
    throw new Refusal(
      `"after": ${quoted(after.text)} is not in ${place.name}, but in ${board.placeOf(after).name}.`,
    )
  return upTo(board, place, after.id, moved)
}

/** What somebody has moved away meanwhile stays where they have put it. */
function requireFrom(board: Board, cards: Card[], from: string | undefined): void {
  if (from === undefined) return
  const { places } = findPlaces(board, from)
  const elsewhere = cards.filter((card) => !places.some(({ status_id }) => status_id === card.status_id))
  if (elsewhere.length > 0)
    throw new Refusal(
      elsewhere
        .map(
          (card) => `${board.shortId(card.id)} ${quoted(card.text)} is now in ${board.placeOf(card).name}.`,
        )
        .join('\n'),
    )
}
