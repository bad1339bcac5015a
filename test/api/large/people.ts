import type { Card } from '../../../src/contract/card.ts'
import { fillInbox } from '../../support/service/filling.ts'
import type { TestInboard } from '../../support/service/inboard.ts'
import { sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
/** So many that requests are partly carried out by another thread. */
export const count = 1010
export const inbox = { project_id: null, status_id: null }

/** Somebody with that many cards in the inbox, and one more. */
export async function newcomer(text = 'x', at: TestInboard = inboard) {
  const person = await at.signIn()
  await fillInbox(at, person, count, text)
  return { ...person, send: sender(at, person.token) }
}

export const ids = (cards: Card[]) => cards.map(({ id }) => id)
export const ranks = (cards: Card[]) => cards.map(({ position }) => position)
