import type { Board } from '../board/board.ts'
import type { Successor } from '../board/repeating.ts'
import { ProblemError } from '../client/failures.ts'
import { settle } from '../client/series.ts'
import { failedBy, type Outcome, type Part } from './operations.ts'
import { cardAsData, describeWithPlace, quoted } from './show.ts'
import type { Context } from './tool.ts'

interface NextCards {
  /** A line for each card that was completed and has a next one. */
  lineAfter(id: string): string
  dataAfter(ids: readonly string[]): { next?: object[] }
  /** Those that could not be added. */
  failed: Part[]
}

/** What became of the next cards of series. A card of which it is unknown whether it was completed may have one. */
export async function settleNext(
  { client, board: load, linkTo }: Context,
  before: Board,
  successors: readonly Successor[],
  outcomes: readonly Outcome[],
  isRefused: (id: string) => boolean,
): Promise<NextCards> {
  const known = successors.flatMap((successor, index) => {
    const outcome = outcomes[index]
    return outcome && outcome.kind !== 'unknown' ? [{ successor, outcome }] : []
  })
  const settled = await settle(
    client,
    before,
    known.map(({ successor, outcome }) => ({
      successor,
      isFollowing: !isRefused(successor.follows),
      answer: answerIn(outcome),
    })),
  )
  const board = successors.length > 0 ? await load().catch(() => undefined) : undefined
  const next = new Map<string, { line: string; data: object }>()
  const failed: Part[] = []
  for (const [index, one] of settled.entries()) {
    const { follows = '', text = '' } = known[index]?.successor ?? {}
    if (one && 'error' in one)
      failed.push({ outcome: failedBy(one.error), done: '', what: `add the next ${quoted(text)}` })
    else if (one && board)
      next.set(follows, {
        line: `\n  ${one.isNew ? 'Added the next one' : 'The next one is already there'}: ${describeWithPlace(board, board.find(one.card.id) ?? one.card)}`,
        data: cardAsData(board, linkTo, one.card),
      })
  }
  return {
    lineAfter: (id) => next.get(id)?.line ?? '',
    dataAfter(ids) {
      const some = ids.flatMap((id) => next.get(id)?.data ?? [])
      return some.length > 0 ? { next: some } : {}
    },
    failed,
  }
}

function answerIn(outcome: Exclude<Outcome, { kind: 'unknown' }>) {
  if (outcome.kind === 'done' && outcome.card) return { card: outcome.card }
  if (outcome.kind === 'refused')
    return { code: outcome.problem.code, error: new ProblemError(outcome.problem) }
  return { code: 'idempotency_key_reused', error: undefined }
}
