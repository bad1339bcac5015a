import type { Card } from '../../contract/card.ts'
import type { Changes, SetBack } from '../../contract/feed.ts'
import type { Status } from '../../contract/project.ts'
import { type Columns, cardsOf, columnOf, find, keyOf, looksLike } from './columns.ts'
import {
  type Binned,
  byAge,
  compare,
  putInBin,
  removeProject,
  takeFromBin,
  type Workspace,
} from './workspace.ts'

/** An account as the server last reported it, with the sequence number of that state. */
export interface Confirmed {
  workspace: Workspace
  seq: number
  /** As of the last snapshot; undefined if the server or the app was too old to know. */
  set_backs?: readonly SetBack[] | undefined
}

/** Applies a page of the feed. Unchanged parts stay the same objects, so they are not drawn again. */
export function takeIn({ workspace, set_backs }: Confirmed, changes: Changes): Confirmed {
  const gone = changes.deleted.filter(({ kind }) => kind === 'project')
  const known: Workspace = {
    projects: putProjects(workspace.projects ?? [], changes.projects),
    statuses: putStatuses(workspace.statuses, changes.statuses),
    columns: putCards(workspace.columns, changes),
    bin: binAfter(workspace, changes),
  }
  return {
    workspace: gone.reduce((now, { id }) => removeProject(now, id), known),
    seq: changes.seq,
    set_backs: changes.set_backs ?? set_backs,
  }
}

/** Updates the bin. Permanent deletions show only when the bin is read again. */
function binAfter(before: Workspace, { projects, cards, deleted }: Changes): Workspace['bin'] {
  if (!before.bin) return undefined
  const gone = new Set(deleted.map(({ id }) => id))
  const binned = deleted.flatMap(({ kind, id }): Binned[] => {
    if (kind === 'project') {
      const project = before.projects?.find((one) => one.id === id)
      return project ? [{ id, kind, title: project.title, card_count: project.card_count }] : []
    }
    const card = find(before.columns, id)
    // The cards of a deleted project are in the bin as part of it.
    return card && !gone.has(card.project_id ?? '') ? [{ id, kind, text: card.text, ...columnOf(card) }] : []
  })
  const back = [...projects, ...cards].reduce((now, { id }) => takeFromBin(now, id), before)
  return binned.reduce(putInBin, back).bin
}

/** Applies a whole account. Whatever is not in it is gone. */
export function takeInAll(before: Confirmed, snapshot: Changes): Confirmed {
  const listed = new Set([...snapshot.cards, ...snapshot.projects].map(({ id }) => id))
  const cards = [...before.workspace.columns.values()].flat()
  const lost = [
    ...cards.map(({ id }) => ({ kind: 'card' as const, id })),
    ...(before.workspace.projects ?? []).map(({ id }) => ({ kind: 'project' as const, id })),
  ].filter(({ id }) => !listed.has(id))
  return takeIn(before, { ...snapshot, deleted: lost })
}

const byRank = (a: Card, b: Card) => a.position - b.position || compare(a.id, b.id)

function putProjects<Project extends { id: string; created_at: string }>(
  projects: readonly Project[],
  changed: readonly Project[],
): readonly Project[] {
  if (changed.length === 0) return projects
  const all = new Map([...projects, ...changed].map((project) => [project.id, project]))
  return [...all.values()].sort(byAge)
}

function putStatuses(
  statuses: Workspace['statuses'],
  changed: readonly Status[],
): ReadonlyMap<string, readonly Status[]> {
  if (changed.length === 0) return statuses
  const groups = Map.groupBy(changed, ({ project_id }) => project_id)
  const made = [...groups].map(([projectId, list]) => {
    const all = new Map([...(statuses.get(projectId) ?? []), ...list].map((status) => [status.id, status]))
    return [projectId, [...all.values()].sort((a, b) => a.position - b.position)] as const
  })
  return new Map([...statuses, ...made])
}

function putCards(columns: Columns, { cards, positions, renumber, deleted }: Changes): Columns {
  const ranks = new Map(positions.map(({ id, position }) => [id, position]))
  const gone = new Set(deleted.map(({ id }) => id))
  const leaving = new Set([...cards, ...deleted].map(({ id }) => id))
  const arriving = Map.groupBy(
    cards.filter(({ id }) => !gone.has(id)),
    keyOf,
  )
  const isTouched = ({ id }: Card) => leaving.has(id) || ranks.has(id)
  const touched = new Set(arriving.keys())
  for (const [key, there] of columns) if (there.some(isTouched)) touched.add(key)
  if (touched.size === 0) return columns

  const made = [...touched].map((key) => {
    const there = cardsOf(columns, key)
    const same = new Map(there.map((card) => [card.id, card]))
    const staying = there.filter(({ id }) => !leaving.has(id)).map((card) => ranked(card, ranks.get(card.id)))
    const coming = (arriving.get(key) ?? []).map((card) => {
      const old = same.get(card.id)
      return old && isSame(old, card) ? ranked(old, card.position) : card
    })
    const sorted = [...staying, ...coming].sort(byRank)
    if (!renumber) return [key, sorted] as const
    // In order of position, so that each is inserted at its final place.
    const order = staying.filter((card) => !isTouched(card))
    for (const card of sorted) if (isTouched(card)) order.splice(card.position, 0, card)
    return [key, order.map(ranked)] as const
  })
  return new Map([...columns, ...made])
}

/** Compares more than the revision: a restored server may have reused the number. */
const isSame = (old: Card, card: Card) => old.revision === card.revision && looksLike(old, card)

const ranked = (card: Card, position = card.position): Card =>
  card.position === position ? card : { ...card, position }
