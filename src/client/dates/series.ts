import type { Card } from '../../contract/card.ts'
import { nextCardId } from '../../contract/plain/marks/next-id.ts'
import type { Board } from '../board/board.ts'
import { redated, type Successor } from '../board/repeating.ts'
import type { Client } from '../client.ts'
import { ProblemError } from '../failures.ts'
import { newKey } from '../new-key.ts'

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
const isTaken = (code: string) => ['id_taken', 'idempotency_key_reused', 'not_found'].includes(code)

/** How many cards of a series in a row may have been purged. */
const mostPurged = 10

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
    if (!isTaken(answer.code)) return { error: answer.error }
    return await taken(client, successor)
  } catch (error) {
    return isFollowing ? { error } : undefined
  }
}

async function taken(client: Client, successor: Successor, more = mostPurged): Promise<Settled> {
  return (
    (await present(client, successor.id)) ??
    (await restored(client, successor)) ??
    (await another(client, successor, more))
  )
}

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

/**
 * It was purged, so its id cannot be used again. The id that follows it is derived as well, so that completing the card once
 * more finds this one.
 */
async function another(client: Client, purged: Successor, more: number): Promise<Settled> {
  const successor = { ...purged, id: more > 0 ? nextCardId(purged.id) : newKey() }
  const { id, text, project_id } = successor
  const there = await present(client, id)
  if (there) return there
  const options = { idempotencyKey: id }
  try {
    const { card } =
      project_id === null
        ? await client.addInboxCard({ text }, options)
        : await client.addProjectCard({ text, project_id }, options)
    return { card, isNew: true }
  } catch (error) {
    if (more > 0 && error instanceof ProblemError && isTaken(error.code))
      return await taken(client, successor, more - 1)
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
