import type { Card } from '../contract/card.ts'
import type { Board, Place } from './board.ts'
import type { Operation } from './operations.ts'

/** So many cards before the place where others go: if some of them are moved meanwhile, the next one before them counts. */
const mostLandmarks = 50

/** Brings cards behind these landmarks, and moves nothing else. */
export const placing = (place: Place, landmarks: string[], ids: string[], key: string): Operation => ({
  method: 'PUT',
  path: '/api/cards/order',
  body: {
    project_id: place.project_id,
    status_id: place.status_id,
    card_ids: [...landmarks, ...ids],
    moved: ids,
  },
  idempotency_key: key,
})

/** The last cards of a column, but for those that are to be moved. */
export const endOf = (board: Board, place: Place, moved: readonly string[]): string[] =>
  lastOf(board.cardsIn(place), moved)

/** Up to a card. */
export function upTo(board: Board, place: Place, after: string, moved: readonly string[]): string[] {
  const cards = board.cardsIn(place)
  return lastOf(cards.slice(0, cards.findIndex(({ id }) => id === after) + 1), moved)
}

function lastOf(cards: readonly Card[], moved: readonly string[]): string[] {
  const others = new Set(moved)
  const ids: string[] = []
  for (let at = cards.length - 1; at >= 0 && ids.length < mostLandmarks; at--) {
    const { id } = cards[at] as Card
    if (!others.has(id)) ids.push(id)
  }
  return ids.reverse()
}
