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
export const endOf = (board: Board, place: Place, moved: readonly string[]): string[] => {
  const ids = board.cardsIn(place).map(({ id }) => id)
  return ids.filter((id) => !moved.includes(id)).slice(-mostLandmarks)
}

/** Up to a card. */
export function upTo(board: Board, place: Place, after: string, moved: readonly string[]): string[] {
  const ids = board.cardsIn(place).map(({ id }) => id)
  return ids
    .slice(0, ids.indexOf(after) + 1)
    .filter((id) => !moved.includes(id))
    .slice(-mostLandmarks)
}
