import Type from 'typebox'
import type { Board, Place } from '../../board/board.ts'
import { nextAfter } from '../../board/columns.ts'
import { findCard, findPlace, findPlaces } from '../../board/lookup.ts'
import { quoted } from '../../board/names.ts'
import { completing, moving } from '../../board/plans.ts'
import { carryOut } from '../../client/carry-out.ts'
import type { Outcome } from '../../client/perform.ts'
import type { Card } from '../../contract/card.ts'
import { type Item, keysOf, outcomeOf, report, withNext } from '../report.ts'
import {
  type Context,
  collecting,
  dayFor,
  key,
  members,
  some,
  ToolError,
  text,
  timeZone,
  tool,
} from '../tool.ts'

// Completing and moving cards. Both add the next card of a series.

export const complete = tool({
  name: 'complete',
  title: 'Complete',
  description:
    'Completes or reopens cards. They stay in their column; use move to bring them to Done. Completing one that repeats adds the next.',
  scope: 'write',
  input: members({
    cards: some(text(), 'ids, or beginnings of texts'),
    complete: Type.Optional(Type.Boolean({ description: 'default true' })),
    time_zone: timeZone,
    key,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true },
  async run(context, given) {
    const { account, linkTo } = context
    const { complete = true } = given
    const today = dayFor(given.time_zone)
    const board = await account.board(given.cards)
    const keys = keysOf('complete', given.key)
    const problems = collecting()
    const cards = given.cards.flatMap((reference) => {
      // Of several cards with the same text, the one that would change is meant.
      const card = problems.attempt(() => findCard(board, reference, (one) => one.complete !== complete))
      return card ? [{ card, reference }] : []
    })
    problems.refuse()
    const { successors } = completing([...new Set(cards.map(({ card }) => card))], complete, today)
    const steps = cards.map(({ card: { id }, reference }, index) => ({
      kind: 'complete card' as const,
      id,
      complete,
      key: keys.keyFor(`card ${index}`, [reference, complete]),
    }))
    const { outcomes, next: all } = await carry(context, board, { successors, steps })
    const next = withNext(board, linkTo, all)
    const state = complete ? 'complete' : 'open'
    return report(keys, [
      ...cards.map(
        ({ card }, index): Item => ({
          outcome: outcomes[index] as Outcome,
          done: `${card.complete === complete ? 'Was already' : 'Is now'} ${state}: ${board.shortId(card.id)} ${quoted(card.text)}${next.lines([card.id])}`,
          what: `${board.shortId(card.id)} ${quoted(card.text)}`,
          data: { id: card.id, url: linkTo(card.id), complete, ...next.data([card.id]) },
        }),
      ),
      ...next.failed,
    ])
  },
})

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
    const { account, linkTo } = context
    const today = dayFor(given.time_zone)
    const keys = keysOf('move', given.key)
    const problems = collecting()
    let board = await account.board(given.moves.flatMap(({ cards, after = [] }) => cards.concat(after)))
    const found = given.moves.flatMap((wanted, index) => {
      const cards = wanted.cards.flatMap(
        (reference) => problems.attempt(() => findCard(board, reference, (one) => !one.complete)) ?? [],
      )
      const place = problems.attempt(() => findPlace(board, wanted.to, cards))
      return place && cards.length === wanted.cards.length
        ? [{ wanted, index, place, cards: [...new Set(cards)] }]
        : []
    })
    for (const column of new Set(found.map(({ place }) => place)))
      board = board.with(await account.cards({ column }))
    const moves = found.flatMap(({ wanted, index, place, cards }) => {
      problems.attempt(() => requireFrom(board, cards, wanted.only_from))
      const before = problems.attempt(() => placeFor(board, place, cards, wanted))
      const { successors, steps } = moving(board, cards, place, before, today)
      const keyed = steps.map((step, nth) => ({
        ...step,
        key: keys.keyFor(nth === 0 ? `move ${index}` : `move ${index}, ${nth}`, wanted),
      }))
      return [{ place, cards, successors, steps: keyed }]
    })
    problems.refuse()
    const { outcomes, next: all } = await carry(context, board, {
      successors: moves.flatMap(({ successors }) => successors),
      steps: moves.flatMap(({ steps }) => steps),
    })
    const next = withNext(board, linkTo, all)
    return report(keys, [
      ...moves.map(({ place, cards, steps }): Item => {
        const outcome = outcomeOf(outcomes.splice(0, steps.length))
        const ids = cards.map(({ id }) => id)
        const names = cards.map(({ id, text }) => `${board.shortId(id)} ${quoted(text)}`).join(', ')
        return {
          outcome,
          done: `Moved to ${place.name}: ${names}${next.lines(ids)}`,
          what: `move ${names} to ${place.name}`,
          ...(outcome.kind === 'refused' &&
            outcome.problem.code === 'not_found' && {
              reason: 'one of them, or the column, has been deleted, so none was moved. Read again.',
            }),
          data: { ids, urls: ids.map(linkTo), place: place.name, ...next.data(ids) },
        }
      }),
      ...next.failed,
    ])
  },
})

/** Tells next cards that are there already from those that are added. */
async function carry({ client, account }: Context, board: Board, plan: Parameters<typeof carryOut>[2]) {
  const ids = plan.successors.map(({ id }) => id)
  const present = ids.length > 0 ? board.with(await account.cards({ ids })) : board
  return await carryOut(client, present, plan)
}

/** The card to insert before; undefined for the end. */
function placeFor(
  board: Board,
  place: Place,
  moved: readonly Card[],
  wish: { after?: string; place?: string },
): string | undefined {
  const cards = board.cardsIn(place)
  const ids = moved.map(({ id }) => id)
  if (wish.after === undefined) return wish.place === 'top' ? nextAfter(cards, undefined, ids) : undefined
  const there = new Set(cards.map(({ id }) => id))
  const after = findCard(board, wish.after, ({ id }) => there.has(id))
  if (ids.includes(after.id)) throw new ToolError(`${quoted(after.text)} cannot go after itself.`)
  if (!there.has(after.id))
    throw new ToolError(
      `"after": ${quoted(after.text)} is not in ${place.name}, but in ${board.placeOf(after).name}.`,
    )
  return nextAfter(cards, after.id, ids)
}

/** Refuses to move cards that somebody has moved away. */
function requireFrom(board: Board, cards: readonly Card[], from: string | undefined): void {
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
