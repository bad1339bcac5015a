/** A column of a board; the inbox, where both are null. */
export interface Column {
  project_id: string | null
  status_id: string | null
}

/** The part of a card that its order depends on. */
export interface Ranked extends Column {
  id: string
  position: number
}

export const inbox: Column = { project_id: null, status_id: null }

export const sameColumn = (a: Column, b: Column) =>
  a.project_id === b.project_id && a.status_id === b.status_id

const byRank = (a: Ranked, b: Ranked) => a.position - b.position || (a.id < b.id ? -1 : 1)

/** The moves that make a column dense (0, 1, 2 …) without changing its order. */
export function pack(cards: readonly Ranked[]): Ranked[] {
  return renumber(cards.toSorted(byRank))
}

/**
 * The moves that put the listed cards, in that order, at the head of `target`. Its other cards follow in their former
 * order, and every column that loses a card becomes dense again. `cards` are all cards of the columns concerned. A card
 * that stays where it is is not among the moves.
 */
export function arrange(cards: readonly Ranked[], target: Column, ids: readonly string[]): Ranked[] {
  const listed = new Map(ids.map((id, index) => [id, index]))
  const head: Ranked[] = new Array(ids.length)
  const rest: Ranked[] = []
  const others = new Map<string, Ranked[]>()
  for (const card of cards) {
    const index = listed.get(card.id)
    if (index !== undefined) head[index] = card
    else if (sameColumn(card, target)) rest.push(card)
    else {
      const key = String(card.status_id)
      const column = others.get(key)
      if (column) column.push(card)
      else others.set(key, [card])
    }
  }
  return [...renumber([...head, ...rest.sort(byRank)], target), ...[...others.values()].flatMap(pack)]
}

function renumber(cards: readonly Ranked[], column?: Column): Ranked[] {
  const moves: Ranked[] = []
  for (const [position, card] of cards.entries()) {
    const { project_id, status_id } = column ?? card
    if (card.position !== position || !sameColumn(card, { project_id, status_id })) {
      moves.push({ id: card.id, project_id, status_id, position })
    }
  }
  return moves
}
