import { type columnOf, keyOf, type Move, placesOf } from '../../board/columns.ts'
import { type Binned, type Confirmed, columnsIn, type Workspace } from '../../board/workspace.ts'
import type { Changes } from '../../contract/feed.ts'
import { statusIdOf } from '../../contract/plain/statuses.ts'
import { type Refused, setBack } from '../model/changes.ts'
import { keyFor, type Operation } from '../model/operations.ts'

/**
 * The earliest state to which the server was set back since this device last loaded the account: -1 if nobody knows, undefined
 * if it was not set back.
 */
export function setBackTo(
  { workspace, set_backs: known = [] }: Confirmed,
  { set_backs = [] }: Changes,
): number | undefined {
  const seen = new Set(known.map(({ id }) => id))
  const newer = set_backs.filter(({ id }) => !seen.has(id))
  if (!workspace.projects || newer.length === 0) return undefined
  return Math.min(...newer.map(({ from }) => from ?? -1))
}

/**
 * The changes after the state `from` that this device holds and the server does not: as the operations that would bring them back,
 * under the same ids. Whatever else is missing in the snapshot was deleted.
 */
export function lostFrom(
  workspace: Workspace,
  snapshot: Changes,
  from: number,
  bin: readonly Binned[] = [],
): Refused[] {
  const there = new Map(snapshot.cards.map((card) => [card.id, card]))
  const projectsThere = new Map(snapshot.projects.map((project) => [project.id, project]))
  const binned = new Map(bin.map((item) => [item.id, item]))
  const isLater = ({ revision }: { revision: number }) => revision > from
  const cards = [...workspace.columns.values()].flat().filter(isLater)
  const missing = cards.filter(({ id }) => !there.has(id))
  const pairs = cards.flatMap((card) => {
    const theirs = there.get(card.id)
    return theirs ? [{ card, theirs }] : []
  })
  const moved = pairs.filter(({ card, theirs }) => keyOf(card) !== keyOf(theirs))
  const needed = new Set([...missing, ...moved.map(({ card }) => card)].map((card) => card.project_id))

  const rows: { operation: Operation; theirs?: string }[] = []
  const add = (operation: Operation, theirs?: string) => rows.push({ operation, ...(theirs && { theirs }) })
  // If it was also changed after the restore, this is none of the texts it has had, so sending it makes a conflict.
  const seenOf = (theirs: { revision: number }, text: string, held: { revision: number }, mine: string) =>
    theirs.revision > (from >= 0 ? from : held.revision) ? mine : text
  const addMoves = (moves: readonly Move[], theirs?: string) => {
    for (const move of moves) add({ ...move, column: placeOf(move.column) }, theirs)
  }
  // A project that is created again has the columns of a new one.
  const placeOf: typeof columnOf = (column) => {
    const { project_id } = column
    if (project_id === null || projectsThere.has(project_id)) return column
    const position = columnsIn(workspace.statuses, project_id).findIndex(
      (one) => keyOf(one) === keyOf(column),
    )
    return { project_id, status_id: statusIdOf(project_id, Math.max(0, position)) }
  }

  for (const project of workspace.projects ?? []) {
    const { id, title } = project
    const theirs = projectsThere.get(id)
    const item = isLater(project) ? binned.get(id) : undefined
    if (theirs) {
      if (isLater(project) && title !== theirs.title)
        add({ kind: 'rename project', id, title, before: seenOf(theirs, theirs.title, project, title) })
    } else if (item) {
      const statuses = workspace.statuses.get(id) ?? []
      add({ kind: 'restore project', id, whole: { project, statuses, cards: [] } })
      if (item.title && item.title !== title) add({ kind: 'rename project', id, title, before: item.title })
    } else if (isLater(project) || needed.has(id)) add({ kind: 'add project', id, title })
  }
  for (const card of missing) {
    const { id, project_id, text, complete } = card
    const item = binned.get(id)
    if (!item) add({ kind: 'add card', id, project_id, text, complete })
    else {
      add({ kind: 'restore card', id, card })
      if (item.text && item.text !== text) add({ kind: 'edit card', id, text, before: item.text })
      add({ kind: 'complete card', id, complete })
    }
  }
  addMoves(placesOf(workspace.columns, missing))
  for (const { card, theirs } of pairs)
    if (card.text !== theirs.text)
      add({
        kind: 'edit card',
        id: card.id,
        text: card.text,
        before: seenOf(theirs, theirs.text, card, card.text),
      })
  for (const [key, group] of Map.groupBy(moved, ({ theirs }) => keyOf(theirs)))
    addMoves(
      placesOf(
        workspace.columns,
        group.map(({ card }) => card),
      ),
      key,
    )
  for (const { card, theirs } of pairs)
    if (card.complete !== theirs.complete)
      add({ kind: 'complete card', id: card.id, complete: card.complete })

  const first = Date.now()
  return rows.map((row, index) => ({
    ...row,
    n: first + index,
    key: keyFor(row.operation),
    code: setBack,
    reason: 'The server was restored from a backup and is missing this change.',
  }))
}
