import type { Board } from '../../client/board/board.ts'
import type { Card } from '../../contract/card.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Connection } from '../account/connection.ts'
import { sentenceFor } from '../account/failures.ts'
import { cardLine } from '../output/drawing.ts'
import { titleOf } from '../output/printable.ts'
import { answer, remark } from '../output/terminal.ts'
import { doAll, type Operation } from './batch.ts'

interface Changed {
  before: Card
  /** Undefined if the card was deleted. */
  after?: Card
}

/** Applies the same change to each card, and reports failures. */
export async function changeCards(
  { client, login }: Connection,
  cards: Card[],
  operationFor: (card: Card) => Omit<Operation, 'path'>,
): Promise<{ changed: Changed[]; isWhole: boolean }> {
  const operations = cards.map((card) => ({ ...operationFor(card), path: `/api/cards/${card.id}` }))
  const results = await doAll(client, operations)
  const changed: Changed[] = []
  for (const [index, before] of cards.entries()) {
    const { status = 0, body } = results[index] ?? {}
    if (status < 300)
      changed.push({
        before,
        ...((body as { card?: Card } | null) && { after: (body as { card: Card }).card }),
      })
    else remark(`${titleOf(before.text)}: ${sentenceFor(body as Problem, login.url)}`)
  }
  return { changed, isWhole: changed.length === cards.length }
}

/** Prints `Done: kqrt  Buy milk`, or a list. */
export function printCards(
  board: Board,
  asked: Partial<Record<string, string>>,
  verb: string,
  cards: Card[],
  hint = '',
): void {
  if (cards.length === 0 && asked.json === undefined) return
  answer(asked, { cards }, () =>
    cards.length === 1
      ? `${verb}: ${cards.map((card) => cardLine(board, card, '')).join('')}${hint}`
      : [`${verb}:`, ...cards.map((card) => cardLine(board, card))].join('\n') + hint,
  )
}
