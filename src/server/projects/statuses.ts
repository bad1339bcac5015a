import { statusIdOf, statusNames } from '../../contract/plain/statuses.ts'
import { Status } from '../../contract/project.ts'
import { fail } from '../common/problems.ts'
import type { Change, Reader } from '../db/database.ts'
import { members, type Row, table, toAnswer } from '../db/values.ts'

export function addStatuses(change: Change, projectIds: readonly string[], seq: number): void {
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
