import type { Card, ColumnOrder } from '../../contract/card.ts'
import { iso } from '../common/clock.ts'
import { fail, invalid } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, Reader } from '../db/database.ts'
import { table } from '../db/values.ts'
import { countAgain, statusesOf } from '../projects/projects.ts'
import { type Done, unchanged, type Write, write } from '../writes/write.ts'
import { arrange, type Column, type Ranked, sameColumn } from './column.ts'
import { listColumn, readColumn, type Transfer, writeMoves, writeTransfers } from './moves.ts'

/** The only way to move cards. Resolves to the whole column afterwards, or to nothing if the answer is minimal. */
export async function setColumn(world: BoardWorld, call: Write, order: ColumnOrder): Promise<Done<Card[]>> {
  const { target, ids, moved, at_end, complete } = understand(order)
  const placed = moved ?? ids
  const now = iso(world.clock.now())
  // Reading whole cards takes most of the time of a move.
  const read: (db: Reader, ownerId: string, column: Column) => Promise<Transfer[]> = call.isMinimal
    ? readColumn
    : listColumn
  const answer = (cards: Transfer[]) => (call.isMinimal ? [] : (cards as Card[]))
  return await write(world, call, {
    async work(change) {
      const there = await read(change, change.ownerId, target)
      // If the column has cards, it exists.
      if (there.length === 0) await findTarget(change, change.ownerId, target)
      const sources = await findSources(change, ids, absentFrom(there, placed))
      const elsewhere = await Promise.all(sources.map((column) => read(change, change.ownerId, column)))
      const cards = [...there, ...elsewhere.flat()]
      const moves = arrange(cards, target, ids, moved, at_end)
      const changes = changesBy(cards, moves, new Set(complete === undefined ? [] : placed), complete)
      if (changes.length === 0) return unchanged(answer(there))
      // Empty if the request moved nothing and only closed gaps between positions.
      if (placed.length > 0) change.about = { placed }
      return answer(columnAfter(cards, await writeAll(change, changes, now), target))
    },
    async again(db) {
      const cards = await listColumn(db, call.ownerId, target)
      if (cards.length === 0) await findTarget(db, call.ownerId, target)
      return cards
    },
  })
}

interface Moved {
  from: Transfer
  to: Transfer
}

/** The cards that move, or whose completion changes. */
function changesBy(
  cards: Transfer[],
  moves: Ranked[],
  meant: ReadonlySet<string>,
  complete = false,
): Moved[] {
  const places = new Map(moves.map((move) => [move.id, move]))
  return cards.flatMap((from) => {
    const isToggled = meant.has(from.id) && from.complete !== complete
    const place = places.get(from.id)
    if (!place && !isToggled) return []
    const { id, project_id, status_id, position } = place ?? from
    return [{ from, to: { id, project_id, status_id, position, complete: isToggled !== from.complete } }]
  })
}

function absentFrom(column: Transfer[], ids: readonly string[]): string[] {
  const present = new Set(column.map(({ id }) => id))
  return ids.filter((id) => !present.has(id))
}

/** Resolves to the changed members of each card. */
async function writeAll(change: Change, moves: Moved[], now: string) {
  const seq = await change.seq
  const { stay = [], go = [] } = Object.groupBy(moves, ({ from, to }) =>
    sameColumn(from, to) && from.complete === to.complete ? 'stay' : 'go',
  )
  const [ranks, transfers] = [stay, go].map((those) => those.map(({ to }) => to)) as [Transfer[], Transfer[]]
  writeMoves(change, ranks, seq)
  writeTransfers(change, transfers, seq, now)
  // Only the projects that cards have left: for those that cards have moved to, `counted` of the cards is enough.
  const left = go.flatMap(({ from, to }) =>
    from.project_id === to.project_id ? [] : (from.project_id ?? []),
  )
  countAgain(change, [...new Set(left)], seq)
  return [...ranks, ...transfers.map((move) => ({ ...move, updated_at: now, revision: seq }))]
}

/** The column as a read would return it, computed from what was read and written, which saves a query. */
function columnAfter(cards: Transfer[], changed: Partial<Card>[], { status_id }: Column): Transfer[] {
  const byId = new Map(cards.map((card) => [card.id, card]))
  for (const one of changed) Object.assign(byId.get(one.id ?? '') ?? {}, one)
  return cards
    .filter((card) => card.status_id === status_id)
    .sort((one, other) => one.position - other.position)
}

function understand({ project_id, status_id, card_ids, moved, at_end, complete }: ColumnOrder) {
  if ((project_id === null) !== (status_id === null)) {
    throw invalid(
      project_id === null ? 'project_id' : 'status_id',
      'must be null for the inbox, like the other one; for a project, both must be set',
    )
  }
  const listed = new Set(card_ids)
  if (listed.size < card_ids.length) throw invalid('card_ids', 'must name each card once')
  if (moved && new Set(moved).size < moved.length) throw invalid('moved', 'must name each card once')
  if (moved?.some((id) => !listed.has(id))) throw invalid('moved', 'must name only cards of "card_ids"')
  return { target: { project_id, status_id }, ids: card_ids, moved, at_end, complete }
}

async function findTarget(db: Reader, ownerId: string, { project_id, status_id }: Column): Promise<void> {
  if (project_id === null || status_id === null) return
  const statuses = await statusesOf(db, ownerId, project_id)
  if (statuses.length === 0) throw fail('not_found', { detail: 'There is no such project.' })
  if (!statuses.some(({ id }) => id === status_id))
    throw fail('not_found', { detail: 'The project has no such status.' })
}

/** The columns of the listed cards that are not yet in the target. */
async function findSources(change: Change, ids: string[], absent: string[]): Promise<Column[]> {
  if (absent.length === 0) return []
  const listed = absent.map((id) => ({ id }))
  // SQLite runs a cross join in the written order: each card by its key, instead of a scan of the owner's cards.
  const found = await change.all<Column & { id: string }>`
    select cards.id, cards.project_id, cards.status_id from ${table(listed, { id: 'text' })} as listed
    cross join cards where cards.owner_id = ${change.ownerId} and cards.id = listed.id`
  if (found.length < absent.length) {
    const known = new Set(found.map(({ id }) => id))
    const missing = absent.find((id) => !known.has(id)) ?? ''
    throw fail('not_found', {
      detail: `There is no such card: number ${ids.indexOf(missing) + 1} in "card_ids".`,
    })
  }
  return [...new Map(found.map((column) => [column.status_id, column])).values()]
}
