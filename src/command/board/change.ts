import type { Board } from '../../board/board.ts'
import { completionsOf, nextAfter, placesOf, turning } from '../../board/columns.ts'
import { findPlace } from '../../board/lookup.ts'
import { type Change, completing, deleting, idsIn, moving, type Plan } from '../../board/plans.ts'
import { carryOut } from '../../client/carry-out.ts'
import type { Outcome } from '../../client/perform.ts'
import type { Card } from '../../contract/card.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Connection } from '../account/connection.ts'
import { explained, sentenceFor } from '../account/connection.ts'
import { type Command, type Given, UsageError } from '../command.ts'
import { connected } from '../outbox.ts'
import { cardLine, placeName } from '../output/drawing.ts'
import { answer, jsonOption, listOf, remark, thisDay, titleOf, whatOf } from '../output/terminal.ts'
import { findCards, readBoard, waysToName } from './names.ts'
import { recordUndo, stateOf } from './undo-log.ts'

// The commands that change cards without their texts: done, mv and rm.

export const done: Command = {
  words: ['CARD…'],
  options: { not: { help: 'reopen them' }, ...jsonOption },
  notes: `${waysToName}
A completed card stays in its column; "inboard mv CARD --to Done" completes it and moves it there. Completing a card that
repeats adds the next one.`,
  run: connected(async (connection, { words, options }) => {
    const board = await readBoard(connection.client)
    const complete = options.not === undefined
    const found = findCards(board, words, (card) => card.complete !== complete)
    const cards = found.filter((card) => card.complete !== complete)
    if (cards.length === 0) {
      answer(options, { cards: found }, () => '')
      if (options.json === undefined) remark(complete ? 'Already done.' : 'Already open.')
      return undefined
    }
    return await change(connection, board, options, cards, {
      plan: completing(cards, complete, thisDay()),
      back: completionsOf(cards),
      doing: complete ? 'completing' : 'reopening',
      verb: complete ? 'Done' : 'Reopened',
    })
  }),
}

export const mv: Command = {
  words: ['CARD…'],
  options: {
    to: { value: 'COLUMN', help: 'the column, or "inbox"' },
    project: { value: 'NAME', help: 'another project; without --to, its first column' },
    top: { help: 'to the top of the column instead of its end' },
    ...jsonOption,
  },
  notes: `${waysToName}
As in the web app, the last column of a project completes a card, and leaving it reopens the card. A card that repeats
is followed by the next one, in the first column.`,
  run: connected(async (connection, { words, options }) => {
    if (!options.to && !options.project)
      throw new UsageError('Choose where: --to COLUMN, --project NAME or both. See: inboard mv --help')
    const board = await readBoard(connection.client)
    const cards = findCards(board, words)
    const column = findPlace(board, [options.project, options.to].filter(Boolean).join('/'), cards)
    const ids = cards.map(({ id }) => id)
    const first = options.top === undefined ? undefined : nextAfter(board.cardsIn(column), undefined, ids)
    return await change(connection, board, options, cards, {
      plan: moving(board, cards, column, first, thisDay()),
      back: turning(placesOf(board.columns, cards), cards),
      doing: 'moving',
      verb: `Moved to ${placeName(board, column)}`,
    })
  }),
}

export const rm: Command = {
  words: ['CARD…'],
  options: jsonOption,
  notes: `${waysToName}
"inboard undo" restores them, and so does the bin in the web app, for 30 days unless the server is configured otherwise.`,
  run: connected(async (connection, { words, options }) => {
    const board = await readBoard(connection.client)
    const cards = findCards(board, words)
    return await change(connection, board, options, cards, {
      plan: deleting(cards),
      // Each returns to the position that it had when it was deleted, so the last one comes first.
      back: cards.map(({ id }) => ({ kind: 'restore card' as const, id })).toReversed(),
      doing: 'deleting',
      verb: 'Moved to the bin',
    })
  }),
}

interface Work {
  plan: Plan
  /** The steps that undo the plan. */
  back: Change[]
  /** For `inboard undo`: `completing`. */
  doing: string
  /** For the person: `Done`. */
  verb: string
}

/** Carries out the plan, records how to undo it, and says what was done and what was not. */
async function change(
  { client, login }: Connection,
  board: Board,
  options: Given['options'],
  cards: readonly Card[],
  { plan, back, doing, verb }: Work,
): Promise<number | undefined> {
  const { outcomes, next } = await carryOut(client, board, plan)
  const now = new Map(outcomes.flatMap(cardsIn).map((card) => [card.id, card]))
  const failed = plan.steps.flatMap((step, index) => {
    const outcome = outcomes[index]
    return outcome?.kind === 'done' ? [] : [{ ids: idsIn(step), outcome }]
  })
  const left = new Set(failed.flatMap(({ ids }) => ids))
  const changed = cards.filter(({ id }) => now.has(id) || !left.has(id))
  const added = next.flatMap((one) => ('isNew' in one && one.isNew ? [one] : []))
  if (changed.length > 0)
    recordUndo(login, {
      what: `${doing} ${whatOf(changed)}`,
      cards: [
        ...changed.map(({ id, text }) => {
          const after = now.get(id)
          return { id, text, ...(after && { after: stateOf(after) }) }
        }),
        ...added.map(({ successor: { text, follows }, card }) => ({
          id: card.id,
          text,
          after: stateOf(card),
          follows,
        })),
      ],
      back: [...back, ...deleting(added.map(({ card }) => card)).steps],
    })
  printCards(
    board,
    options,
    verb,
    changed.map((card) => now.get(card.id) ?? card),
    next.flatMap((one) => ('card' in one ? one.card : [])),
  )
  // One problem may be that of several cards.
  const problems = Map.groupBy(failed, ({ outcome }) => problemOf(outcome))
  for (const [problem, some] of problems) {
    if (!problem) continue
    const ids = new Set(some.flatMap((one) => one.ids))
    const those = cards.filter(({ id }) => ids.has(id))
    const [first] = those
    const name = first && those.length === 1 ? titleOf(first.text) : whatOf(those)
    remark(`${name}: ${sentenceFor(problem, login.url)}`)
  }
  for (const one of next)
    if ('error' in one)
      remark(
        `${titleOf(one.successor.text)}: the next one was not added. ${(explained(one.error, login.url) as Error).message}`,
      )
  for (const { outcome } of failed) if (outcome?.kind === 'unknown') throw outcome.error
  return failed.length > 0 || next.some((one) => 'error' in one) ? 1 : undefined
}

const problemOf = (outcome: Outcome | undefined): Problem | undefined =>
  outcome?.kind === 'refused' ? outcome.problem : undefined

const cardsIn = (outcome: Outcome | undefined): Card[] =>
  outcome?.kind === 'done' ? (outcome.cards ?? (outcome.card ? [outcome.card] : [])) : []

/** Prints `Done: kqrt  Buy milk`, or a list; then the next cards of series. */
export function printCards(
  board: Board,
  options: Given['options'],
  verb: string,
  cards: readonly Card[],
  next: readonly Card[] = [],
): void {
  if (cards.length === 0 && options.json === undefined) return
  const today = thisDay()
  const line = (card: Card, withPlace = false) => cardLine(board, card, today, { indent: '', withPlace })
  answer(options, { cards, ...(next.length > 0 && { next }) }, () =>
    [
      listOf(
        verb,
        cards.map((card) => line(card)),
      ),
      ...next.map((card) => `Next: ${line(card, true)}`),
    ].join('\n'),
  )
}
