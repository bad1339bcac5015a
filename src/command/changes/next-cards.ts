import type { Board } from '../../client/board/board.ts'
import type { Successor } from '../../client/board/repeating.ts'
import { settle } from '../../client/dates/series.ts'
import { ProblemError } from '../../client/failures.ts'
import type { Card } from '../../contract/card.ts'
import type { BatchResult } from '../../contract/feed.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Connection } from '../account/connection.ts'
import { explained } from '../account/failures.ts'
import { titleOf } from '../output/printable.ts'
import { remark } from '../output/terminal.ts'
import type { NextCard } from './undo-log.ts'

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
