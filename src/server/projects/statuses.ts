import type { Status } from '../../contract/project.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { fail } from '../problems.ts'

const everyProjectHas = ['To do', 'Doing', 'Done']

export function addStatuses(tx: Transaction, ownerId: string, projectId: string): void {
  for (const [position, name] of everyProjectHas.entries()) {
    tx.run`
      insert into statuses (id, owner_id, project_id, name, position)
      values (${newId()}, ${ownerId}, ${projectId}, ${name}, ${position})`
  }
}

/** A project always has statuses, so none means that there is no such project. */
export async function listStatuses(db: Reader, ownerId: string, projectId: string): Promise<Status[]> {
  const statuses = await db.all<Status>`
    select id, project_id, name, position from statuses
    where owner_id = ${ownerId} and project_id = ${projectId} order by position`
  if (statuses.length === 0) throw fail('not_found')
  return statuses
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
