import type { Board } from '../../board/board.ts'
import type { Successor } from '../../board/repeating.ts'
import { ProblemError } from '../../client/failures.ts'
import { settle } from '../../client/series.ts'
import type { Card } from '../../contract/card.ts'
import type { BatchResult } from '../../contract/feed.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Connection } from '../account/connection.ts'
import { explained, sentenceFor } from '../account/failures.ts'
import { thisDay } from '../board/dates.ts'
import { cardLine } from '../output/drawing.ts'
import { answer, remark, titleOf } from '../output/terminal.ts'
import { doAll, type Operation } from './batch.ts'
import type { NextCard } from './undo-log.ts'

interface Changed {
  before: Card
  /** Undefined if the card was deleted. */
  after?: Card
}

/** Applies the same change to each card, and reports failures. `others` are the results of the operations before that. */
export async function changeCards(
  { client, login }: Connection,
  cards: Card[],
  operationFor: (card: Card) => Omit<Operation, 'path'>,
  before: readonly Operation[] = [],
): Promise<{ changed: Changed[]; isWhole: boolean; others: BatchResult[] }> {
  const operations = cards.map((card) => ({ ...operationFor(card), path: `/api/cards/${card.id}` }))
  const results = await doAll(client, [...before, ...operations])
  const changed: Changed[] = []
  for (const [index, card] of cards.entries()) {
    const { status = 0, body } = results[before.length + index] ?? {}
    if (status < 300)
      changed.push({
        before: card,
        ...((body as { card?: Card } | null) && { after: (body as { card: Card }).card }),
      })
    else remark(`${titleOf(card.text)}: ${sentenceFor(body as Problem, login.url)}`)
  }
  return { changed, isWhole: changed.length === cards.length, others: results.slice(0, before.length) }
}

/** Prints `Done: kqrt  Buy milk`, or a list; then the next cards of series. */
export function printCards(
  board: Board,
  asked: Partial<Record<string, string>>,
  verb: string,
  cards: Card[],
  next: readonly Card[] = [],
): void {
  if (cards.length === 0 && asked.json === undefined) return
  const today = thisDay()
  const line = (card: Card, withPlace = false) => cardLine(board, card, today, { indent: '', withPlace })
  answer(asked, { cards, ...(next.length > 0 && { next }) }, () =>
    [
      ...(cards.length === 1
        ? cards.map((card) => `${verb}: ${line(card)}`)
        : [`${verb}:`, ...cards.map((card) => `  ${line(card)}`)]),
      ...next.map((card) => `Next: ${line(card, true)}`),
    ].join('\n'),
  )
}

interface NextCards {
  /** As they are now. */
  cards: Card[]
  /** Those that this command has added. */
  added: NextCard[]
  isWhole: boolean
}

/** Reports what became of the next cards of series, after the batch that was to add them. */
export async function settleNext(
  { client, login }: Connection,
  board: Board,
  successors: readonly Successor[],
  results: readonly BatchResult[],
  isCompleted: (id: string) => boolean,
): Promise<NextCards> {
  const next: NextCards = { cards: [], added: [], isWhole: true }
  const settled = await settle(
    client,
    board,
    successors.map((successor, index) => ({
      successor,
      isFollowing: isCompleted(successor.follows),
      answer: answerIn(results[index]),
    })),
  )
  for (const [index, one] of settled.entries()) {
    const { follows = '', text = '' } = successors[index] ?? {}
    if (one && 'error' in one) {
      next.isWhole = false
      remark(
        `${titleOf(text)}: the next one was not added. ${(explained(one.error, login.url) as Error).message}`,
      )
    } else if (one) {
      next.cards.push(one.card)
      if (one.isNew) next.added.push({ id: one.card.id, text, follows, revision: one.card.revision })
    }
  }
  return next
}

function answerIn({ status = 0, body }: Partial<BatchResult> = {}) {
  if (status < 300) return body as { card: Card }
  const problem = body as Problem
  return { code: problem.code, error: new ProblemError(problem) }
}
