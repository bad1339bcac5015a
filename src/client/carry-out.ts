// Carries out plans for the shell and for agents. Begin with `carryOut`; the rest makes sure that a card that repeats has exactly
// one successor, whoever adds it.

import type { Board } from '../board/board.ts'
import { type Change, idsIn } from '../board/plans.ts'
import { redated, replacementFor, type Successor } from '../board/repeating.ts'
import type { Card } from '../contract/card.ts'
import type { Client } from './client.ts'
import { ProblemError } from './failures.ts'
import { type Outcome, perform } from './perform.ts'
import { requestOf } from './requests.ts'

/** The outcome for the next card of a series. */
export type Next = { successor: Successor } & (
  | {
      card: Card
      /** False if it was there already: another device has added it, or the card was completed before. */
      isNew: boolean
    }
  | { error: unknown }
)

/**
 * Carries out the steps, and then makes sure that each completed card has its successor. Successors are added
 * first: if only they arrive, repeating everything is harmless. The board is that of before.
 */
export async function carryOut(
  client: Client,
  board: Board,
  { successors, steps }: { successors: readonly Successor[]; steps: readonly (Change & { key?: string })[] },
): Promise<{ outcomes: Outcome[]; next: Next[] }> {
  const outcomes = await perform(client, [
    ...successors.map(additionOf),
    ...steps.map((step) => ({
      ...requestOf(step),
      ...(step.key !== undefined && { idempotency_key: step.key }),
    })),
  ])
  const added = outcomes.splice(0, successors.length)
  const refused = new Set(
    steps.flatMap((step, index) =>
      'complete' in step && outcomes[index]?.kind === 'refused' ? idsIn(step) : [],
    ),
  )
  const next: Next[] = []
  for (const [index, successor] of successors.entries()) {
    const outcome = added[index]
    if (!outcome || outcome.kind === 'unknown') continue
    const settled = refused.has(successor.follows)
      ? await takeBack(client, board, successor, outcome)
      : await settle(client, board, successor, outcome)
    if (settled) next.push({ successor, ...settled })
  }
  return { outcomes, next }
}

const additionOf = (successor: Successor) => ({
  ...requestOf({ kind: 'add card', ...successor }),
  idempotency_key: successor.id,
})

type Settled = { card: Card; isNew: boolean } | { error: unknown }

/** The card before it was not completed, so there is nothing to follow. */
async function takeBack(
  client: Client,
  board: Board,
  { id }: Successor,
  outcome: Outcome,
): Promise<undefined> {
  if (board.find(id) || outcome.kind !== 'done' || !outcome.card) return
  try {
    await client.removeCard({ id }, { ifMatch: outcome.card.revision })
  } catch {
    // Somebody has changed or deleted it meanwhile.
  }
}

/** The id is in use, or was: the key alone cannot tell whether the card still exists. */
const taken = new Set(['id_taken', 'idempotency_key_reused', 'not_found'])

async function settle(
  client: Client,
  board: Board,
  successor: Successor,
  outcome: Outcome,
): Promise<Settled | undefined> {
  const { id } = successor
  if (outcome.kind === 'done' && outcome.card) return { card: outcome.card, isNew: !board.find(id) }
  if (outcome.kind === 'unknown') return { error: outcome.error }
  if (outcome.kind === 'refused' && !taken.has(outcome.problem.code))
    return { error: new ProblemError(outcome.problem) }
  try {
    // Another device may have added the successor, and deleted it.
    return (
      (await present(client, id)) ??
      (await restored(client, successor)) ??
      (await another(client, board, replacementFor(successor)))
    )
  } catch (error) {
    return { error }
  }
}

async function present(client: Client, id: string): Promise<Settled | undefined> {
  const found = await unlessGone(client.readCard({ id }))
  return found && { card: found.card, isNew: false }
}

async function restored(client: Client, successor: Successor): Promise<Settled | undefined> {
  const { id } = successor
  const back = await unlessGone(client.restore({ id }))
  // Another device may have been faster.
  if (!back || !('card' in back)) return await present(client, id)
  const text = redated(back.card.text, successor)
  const { card } = await client.editCard({ id, text }, { ifMatch: back.card.revision })
  return { card, isNew: true }
}

/** The one before it was purged, so its id cannot be used again. This one may exist, too, or have been purged. */
async function another(client: Client, board: Board, successor: Successor): Promise<Settled | undefined> {
  const { project_id } = successor
  // A missing project and a purged card have the same answer below.
  if (project_id !== null) await client.readProject({ project_id })
  const [outcome] = await perform(client, [additionOf(successor)])
  return outcome && (await settle(client, board, successor, outcome))
}

async function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined
    throw error
  }
}
