import { statusIdOf, statusNames } from '../../contract/plain/statuses.ts'
import { Project, Status } from '../../contract/project.ts'
import { discard } from '../bin/discard.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, JsonList, Reader } from '../db/database.ts'
import { list, members, type Row, table, toAnswer } from '../db/values.ts'
import { idFor } from '../writes/keys.ts'
import { grow, requireWithinLimits } from '../writes/limits.ts'
import { type Done, requireMatch, unchanged, type Write, write } from '../writes/write.ts'

export async function listProjects(db: Reader, ownerId: string): Promise<JsonList<Project>> {
  // One pass over the cards. The view would scan those of each project twice.
  return await db.json(Project)`
    from (select projects.*, coalesce(counts.cards, 0) as card_count, coalesce(counts.completed, 0) as completed_card_count
    from projects left join (
      select project_id, count(*) as cards, sum(complete) as completed
      from cards where owner_id = ${ownerId} and project_id is not null group by project_id
    ) as counts on counts.project_id = projects.id
    where projects.owner_id = ${ownerId}) as listed
    order by created_at, id`
}

export async function findProject(db: Reader, ownerId: string, id: string): Promise<Project> {
  const row = await db.get<Row<typeof Project>>`
    select ${members(Project)} from counted_projects where owner_id = ${ownerId} and id = ${id}`
  if (!row) throw fail('not_found')
  return toAnswer(Project, row)
}

export async function addProject(world: BoardWorld, call: Write, title: string): Promise<Done<Project>> {
  const now = iso(world.clock.now())
  const { ownerId } = call
  const adds = { cards: 0, bytes: Buffer.byteLength(title) }
  return await write(world, call, {
    adds,
    async work(change) {
      const id = await idFor(change, call.key)
      await requireAnother(world, change)
      await requireWithinLimits(world, change, adds, await change.size)
      const seq = await change.seq
      insertProjects(change, [{ id, title, created_at: now }], now, seq)
      return await findProject(change, ownerId, id)
    },
    again: (db, id) => findProject(db, ownerId, id),
  })
}

type NewProject = Pick<Project, 'id' | 'title' | 'created_at'>

/** Also inserts their statuses. */
export function insertProjects(
  change: Change,
  projects: readonly NewProject[],
  now: string,
  seq: number,
): void {
  change.send`
    insert into projects (id, owner_id, title, created_at, updated_at, revision, changed)
    select id, ${change.ownerId}, title, created_at, ${now}, ${seq}, ${seq}
    from ${table(projects, { id: 'text', title: 'text', created_at: 'text' })} as given`
  addStatuses(
    change,
    projects.map(({ id }) => id),
    seq,
  )
}

/** Throws if the owner would exceed the limit of projects. */
export async function requireAnother({ config }: BoardWorld, change: Change, more = 1): Promise<void> {
  const found = await change.get<{ count: number }>`
    select count(*) as count from projects where owner_id = ${change.ownerId}`
  if ((found?.count ?? 0) + more > config.maxProjects) throw fail('project_limit_reached')
}

export async function renameProject(
  world: BoardWorld,
  call: Write,
  id: string,
  title: string,
): Promise<Done<Project>> {
  const { ownerId } = call
  return await write(world, call, {
    async work(change) {
      const project = await findProject(change, ownerId, id)
      requireMatch(call, project.revision)
      if (project.title === title) return unchanged(project)
      await grow(world, change, {
        cards: 0,
        bytes: Buffer.byteLength(title) - Buffer.byteLength(project.title),
      })
      const seq = await change.seq
      const now = iso(world.clock.now())
      change.send`
        update projects set title = ${title}, updated_at = ${now}, revision = ${seq}, changed = ${seq}
        where owner_id = ${ownerId} and id = ${id}`
      return { ...project, title, updated_at: now, revision: seq }
    },
    again: (db) => findProject(db, ownerId, id),
  })
}

export async function removeProject(world: BoardWorld, call: Write, id: string): Promise<Done<void>> {
  return await write<void>(world, call, {
    async work(change) {
      const project = await findProject(change, change.ownerId, id)
      requireMatch(call, project.revision)
      await discard(world, change, { kind: 'project', id })
    },
    again: async () => {},
  })
}

/**
 * Marks projects as changed because cards have left them. Cards that are added or completed mark the change
 * themselves, by `counted`.
 */
export function countAgain(change: Change, ids: readonly string[], seq: number): void {
  if (ids.length === 0) return
  change.send`
    update projects set changed = ${seq} where owner_id = ${change.ownerId} and id in ${list(ids)}`
}

function addStatuses(change: Change, projectIds: readonly string[], seq: number): void {
  const statuses = projectIds.flatMap((project_id) =>
    statusNames.map((name, position) => ({
      id: statusIdOf(project_id, position),
      project_id,
      name,
      position,
    })),
  )
  const fields = { id: 'text', project_id: 'text', name: 'text', position: 'integer' } as const
  change.send`
    insert into statuses (id, owner_id, project_id, name, position, changed)
    select id, ${change.ownerId}, project_id, name, position, ${seq} from ${table(statuses, fields)} as given`
}

export async function listStatuses(db: Reader, ownerId: string, projectId: string): Promise<Status[]> {
  const statuses = await statusesOf(db, ownerId, projectId)
  if (statuses.length === 0) throw fail('not_found')
  return statuses
}

/** Every project has statuses, so an empty list means that there is no such project. */
export async function statusesOf(db: Reader, ownerId: string, projectId: string): Promise<Status[]> {
  const rows = await db.all<Row<typeof Status>>`
    select ${members(Status)} from statuses
    where owner_id = ${ownerId} and project_id = ${projectId} order by position`
  return rows.map((row) => toAnswer(Status, row))
}
