import { randomUUID } from 'node:crypto'
import type { NewCard } from '../../contract/card.ts'
import { fingerprint, type Login } from '../account/login-file.ts'
import { FileQueue, type Queued } from './file-queue.ts'

export type WaitingCard = { id: string } & Omit<NewCard, 'complete' | 'position'>

/** Cards that were added together, and that the server may not have yet. */
export interface WaitingCards {
  /** Fingerprint of the login. No other account's login sends them. */
  login: string
  url: string
  account?: string
  written_at: string
  /** As the person named it. Undefined for the inbox. */
  project?: string
  project_id?: string
  column?: string
  cards: WaitingCard[]
  /** Why they were refused. They are not sent again automatically. */
  refused?: string
  /** Undone before the server confirmed them. If it has them, they are deleted. */
  undone?: true
}

export type Destination = Pick<WaitingCards, 'project' | 'project_id' | 'column'>

export const outbox = new FileQueue<WaitingCards>('outbox')

/**
 * The cards are on the disk when this returns. If that fails, `unsaved` says why, and they can still be sent.
 * Their ids are their idempotency keys.
 */
export function saveCards(
  login: Login,
  destination: Destination,
  cards: Omit<WaitingCard, 'id'>[],
): { kept: Queued<WaitingCards>; unsaved?: string } {
  const value: WaitingCards = {
    login: fingerprint(login),
    url: login.url,
    ...(login.account && { account: login.account }),
    written_at: new Date().toISOString(),
    ...destination,
    cards: cards.map((card) => ({ id: randomUUID(), ...card })),
  }
  try {
    return { kept: outbox.add(value) }
  } catch (error) {
    return { kept: { name: '', value }, unsaved: `The text could not be saved: ${(error as Error).message}` }
  }
}

/** A new token for the same account counts as the same login. */
export const isOf = (login: Login, { url, login: by, account }: WaitingCards) =>
  by === fingerprint(login) || (url === login.url && account !== undefined && account === login.account)
