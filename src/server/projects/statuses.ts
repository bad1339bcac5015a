import { Status } from '../../contract/project.ts'
import type { Change, Reader } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { members, type Row, toAnswer } from '../db/values.ts'
import { fail } from '../problems.ts'

const everyProjectHas = ['To do', 'Doing', 'Done']

export function addStatuses(change: Change, projectId: string): void {
  for (const [position, name] of everyProjectHas.entries()) {
    change.send`
      insert into statuses (id, owner_id, project_id, name, position)
      values (${newId()}, ${change.ownerId}, ${projectId}, ${name}, ${position})`
  }
}

/** A project always has statuses, so none means that there is no such project. */
export async function listStatuses(db: Reader, ownerId: string, projectId: string): Promise<Status[]> {
  const statuses = await db.all<Row<typeof Status>>`
    select ${members(Status)} from statuses
    where owner_id = ${ownerId} and project_id = ${projectId} order by position`
  if (statuses.length === 0) throw fail('not_found')
  return statuses.map((row) => toAnswer(Status, row))
}

export async function statusExists(
  db: Reader,
  ownerId: string,
  projectId: string,
  statusId: string,
): Promise<boolean> {
  const status = await db.get`
    select id from statuses where owner_id = ${ownerId} and project_id = ${projectId} and id = ${statusId}`
  return status !== undefined
}
