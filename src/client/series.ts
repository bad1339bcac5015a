import type { Board } from '../board/board.ts'
import { redated, replacementFor, type Successor } from '../board/repeating.ts'
import type { Card } from '../contract/card.ts'
import type { Client } from './client.ts'
import { ProblemError } from './failures.ts'

/**
 * The operation that adds the next card of a series. It comes before the one that completes the card before it: if
 * only the first of them arrives, repeating both is harmless.
 */
export const addingOf = ({ id, text, project_id }: Successor) => ({
  method: 'POST',
  path: project_id === null ? '/api/inbox/cards' : `/api/projects/${project_id}/cards`,
  body: { text },
  idempotency_key: id,
})

/** What the batch has answered. */
interface Added {
  successor: Successor
  /** Whether the card before it was completed. Otherwise the next one has nothing to follow. */
  isFollowing: boolean
  answer: { card: Card } | { code: string; error: unknown }
}

export type Settled =
  /** `isNew` unless it was there already: another device has added it, or the card was completed before. */
  | { card: Card; isNew: boolean }
  | { error: unknown }
  /** The card before it was not completed. */
  | undefined

/**
 * Makes sure that each completed card has its successor, which another device may have added or deleted. The board
 * is that of before.
 */
export async function settle(client: Client, board: Board, added: readonly Added[]): Promise<Settled[]> {
  const settled: Settled[] = []
  for (const one of added) settled.push(await settleOne(client, board, one))
  return settled
}

/** The id is in use, or was: the key alone cannot tell whether the card still exists. */
const taken = new Set(['id_taken', 'idempotency_key_reused', 'not_found'])

async function settleOne(
  client: Client,
  board: Board,
  { successor, isFollowing, answer }: Added,
): Promise<Settled> {
  const { id } = successor
  const isNew = !board.find(id)
  try {
    if (!isFollowing) {
      if (isNew && 'card' in answer) await client.removeCard({ id }, { ifMatch: answer.card.revision })
      return undefined
    }
    if ('card' in answer) return { card: answer.card, isNew }
    if (!taken.has(answer.code)) return { error: answer.error }
    return await known(client, successor)
  } catch (error) {
    return isFollowing ? { error } : undefined
  }
}

const known = async (client: Client, successor: Successor): Promise<Settled> =>
  (await present(client, successor.id)) ??
  (await restored(client, successor)) ??
  (await another(client, replacementFor(successor)))

async function present(client: Client, id: string): Promise<Settled> {
  const found = await unlessGone(client.readCard({ id }))
  return found && { card: found.card, isNew: false }
}

async function restored(client: Client, successor: Successor): Promise<Settled> {
  const { id } = successor
  const back = await unlessGone(client.restore({ id }))
  // Another device may have been faster.
  if (!back || !('card' in back)) return await present(client, id)
  const text = redated(back.card.text, successor)
  const { card } = await client.editCard({ id, text }, { ifMatch: back.card.revision })
  return { card, isNew: true }
}

/** The one before it was purged, so its id cannot be used again. This one may exist, too, or have been purged. */
async function another(client: Client, successor: Successor): Promise<Settled> {
  const { id, text, project_id } = successor
  // A missing project and a purged card have the same answer below.
  if (project_id !== null) await client.readProject({ project_id })
  const options = { idempotencyKey: id }
  try {
    const { card } =
      project_id === null
        ? await client.addInboxCard({ text }, options)
        : await client.addProjectCard({ text, project_id }, options)
    return { card, isNew: true }
  } catch (error) {
    if (error instanceof ProblemError && taken.has(error.code)) return await known(client, successor)
    throw error
  }
}

async function unlessGone<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProblemError && error.status === 404) return undefined
    throw error
  }
}
