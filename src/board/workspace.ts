import type { BinItem } from '../contract/bin.ts'
import type { Card } from '../contract/card.ts'
import type { Changes, SetBack } from '../contract/feed.ts'
import type { Project, Status } from '../contract/project.ts'
import { type Column, type Columns, cardsOf, columnOf, find, forget, keyOf, looksLike } from './columns.ts'

/** An account as the server last reported it, with the sequence number of that state. */
export interface Confirmed {
  workspace: Workspace
  seq: number
  /** As of the last snapshot; undefined if the server or the app was too old to know. */
  set_backs?: readonly SetBack[] | undefined
}

/** Applies a page of the feed. Unchanged parts stay the same objects, so they are not drawn again. */
export function takeIn({ workspace, set_backs }: Confirmed, changes: Changes): Confirmed {
  let after: Workspace = {
    projects: putProjects(workspace.projects ?? [], changes.projects),
    statuses: putStatuses(workspace.statuses, changes.statuses),
    columns: putCards(workspace.columns, changes),
    bin: binAfter(workspace, changes),
  }
  for (const { kind, id } of changes.deleted) if (kind === 'project') after = removeProject(after, id)
  return { workspace: after, seq: changes.seq, set_backs: changes.set_backs ?? set_backs }
}

/** Updates the bin. Permanent deletions show only when the bin is read again. */
function binAfter(before: Workspace, { projects, cards, deleted }: Changes): Workspace['bin'] {
  let after = before
  if (!after.bin) return undefined
  for (const { id } of [...projects, ...cards]) after = takeFromBin(after, id)
  const gone = new Set(deleted.map(({ id }) => id))
  for (const { kind, id } of deleted) {
    const project = kind === 'project' ? before.projects?.find((one) => one.id === id) : undefined
    const card = kind === 'card' ? find(before.columns, id) : undefined
    if (project) after = putInBin(after, { id, kind, title: project.title, card_count: project.card_count })
    // The cards of a deleted project are in the bin as part of it.
    if (card && !gone.has(card.project_id ?? ''))
      after = putInBin(after, { id, kind, text: card.text, ...columnOf(card) })
  }
  return after.bin
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
  const arriving = Map.groupBy(cards, keyOf)
  const after = new Map(columns)
  let isTouched = false
  for (const key of new Set([...columns.keys(), ...arriving.keys()])) {
    const there = cardsOf(columns, key)
    const before = new Map<string, Card>()
    const staying: Card[] = []
    const placed: Card[] = []
    for (const card of there) {
      const position = ranks.get(card.id)
      if (leaving.has(card.id)) before.set(card.id, card)
      else if (position === undefined) staying.push(card)
      else placed.push(ranked(card, position))
    }
    for (const card of arriving.get(key) ?? []) {
      const old = before.get(card.id)
      if (!gone.has(card.id)) placed.push(old && isSame(old, card) ? ranked(old, card.position) : card)
    }
    if (placed.length === 0 && staying.length === there.length) continue
    isTouched = true
    after.set(key, renumber ? inserted(staying, placed) : [...staying, ...placed].sort(byRank))
  }
  return isTouched ? after : columns
}

/** Inserts each card at its final place, and numbers all of them. */
function inserted(staying: readonly Card[], placed: readonly Card[]): Card[] {
  const order = [...staying]
  for (const card of placed.toSorted(byRank)) order.splice(card.position, 0, card)
  return order.map(ranked)
}

/** Compares more than the revision: a restored server may have reused the number. */
const isSame = (old: Card, card: Card) => old.revision === card.revision && looksLike(old, card)

const ranked = (card: Card, position = card.position): Card =>
  card.position === position ? card : { ...card, position }

/** For items deleted here: the server has not yet said when. */
export type Binned = Omit<BinItem, 'deleted_at' | 'expires_at'> &
  Partial<Pick<BinItem, 'deleted_at' | 'expires_at'>>

/** A person's whole account. All functions here are pure, and return the same object if they change nothing. */
export interface Workspace {
  /** In the order of the sidebar; undefined until the account is known. */
  projects: readonly Project[] | undefined
  /** The statuses of each project, from left to right. */
  statuses: ReadonlyMap<string, readonly Status[]>
  /** The cards of each column that has ever had some. */
  columns: Columns
  /** The newest first; undefined until it has been asked for. */
  bin: readonly Binned[] | undefined
}

export const emptyWorkspace: Workspace = {
  projects: undefined,
  statuses: new Map(),
  columns: new Map(),
  bin: undefined,
}

export const columnsIn = (statuses: Workspace['statuses'], projectId: string): Column[] =>
  (statuses.get(projectId) ?? []).map(({ id }) => ({ project_id: projectId, status_id: id }))

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Aged = Pick<Project, 'created_at' | 'id'>

const byAge = (a: Aged, b: Aged) => compare(a.created_at, b.created_at) || compare(a.id, b.id)

/** For items created here: the server has not yet said when, so they are the newest. */
const isOlder = (a: Project, b: Project) => a.created_at !== '' && (b.created_at === '' || byAge(a, b) < 0)

/** Adds a project where the server lists it: by age. A project that is known is replaced where it is. */
export function putProject(workspace: Workspace, project: Project): Workspace {
  const { projects } = workspace
  if (!projects) return workspace
  const known = projects.findIndex(({ id }) => id === project.id)
  if (known !== -1) return { ...workspace, projects: projects.with(known, project) }
  const newer = projects.findIndex((one) => isOlder(project, one))
  return { ...workspace, projects: projects.toSpliced(newer === -1 ? projects.length : newer, 0, project) }
}

export function renameProject(workspace: Workspace, id: string, title: string): Workspace {
  const project = workspace.projects?.find((one) => one.id === id)
  return project && project.title !== title ? putProject(workspace, { ...project, title }) : workspace
}

/** Removes a project with its statuses and cards. */
export function removeProject(workspace: Workspace, id: string): Workspace {
  const { projects, statuses, columns } = workspace
  if (!statuses.has(id) && !projects?.some((one) => one.id === id)) return workspace
  return {
    ...workspace,
    projects: projects?.filter((one) => one.id !== id),
    statuses: new Map([...statuses].filter(([projectId]) => projectId !== id)),
    columns: forget(columns, new Set(columnsIn(statuses, id).map(keyOf))),
  }
}

/** Items that are already in the bin stay as they are. */
export function putInBin(workspace: Workspace, item: Binned): Workspace {
  const { bin } = workspace
  if (!bin || bin.some(({ id }) => id === item.id)) return workspace
  return { ...workspace, bin: [item, ...bin] }
}

export function takeFromBin(workspace: Workspace, id: string): Workspace {
  const { bin } = workspace
  return bin?.some((item) => item.id === id)
    ? { ...workspace, bin: bin.filter((item) => item.id !== id) }
    : workspace
}
