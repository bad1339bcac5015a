/** A column of a board, or the inbox if both are null. */
export interface Column {
  project_id: string | null
  status_id: string | null
}

/** The members of a card that determine its order. */
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
 * The moves that bring the `moved` cards into `target`, in the order of `ids`. Each card lands behind the
 * nearest preceding card of `ids` that is in the column, or first (`atEnd`: last) if there is none. So if all
 * of them are moved, they become the head of the column. Listed cards that are neither moved nor in the
 * column are ignored. All other cards keep their order, and every column becomes dense. `cards` are all cards
 * of the columns concerned. Cards that stay in place are not among the moves.
 */
export function arrange(
  cards: readonly Ranked[],
  target: Column,
  ids: readonly string[],
  moved: readonly string[] = ids,
  atEnd = false,
): Ranked[] {
  const movedIds = new Set(moved)
  const moving = new Map<string, Ranked>()
  const staying: Ranked[] = []
  const others = new Map<string, Ranked[]>()
  for (const card of cards) {
    if (movedIds.has(card.id)) moving.set(card.id, card)
    else if (sameColumn(card, target)) staying.push(card)
    else {
      const key = String(card.status_id)
      const column = others.get(key)
      if (column) column.push(card)
      else others.set(key, [card])
    }
  }
  const order = insert(moving, staying.sort(byRank), ids, atEnd)
  return [...renumber(order, target), ...[...others.values()].flatMap(pack)]
}

function insert(
  moving: ReadonlyMap<string, Ranked>,
  column: readonly Ranked[],
  ids: readonly string[],
  atEnd: boolean,
) {
  const landmarks = new Set(column.map(({ id }) => id))
  const order: Ranked[] = []
  const last: Ranked[] = []
  const behind = new Map<string, Ranked[]>()
  let place = atEnd ? last : order
  for (const id of ids) {
    const card = moving.get(id)
    if (card) place.push(card)
    else if (landmarks.has(id)) {
      place = []
      behind.set(id, place)
    }
  }
  for (const card of column) {
    order.push(card)
    for (const next of behind.get(card.id) ?? []) order.push(next)
  }
  return [...order, ...last]
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
