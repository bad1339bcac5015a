import { Project } from '../../contract/project.ts'
import { iso } from '../clock.ts'
import type { JsonList, Reader } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { members, type Row, toAnswer } from '../db/values.ts'
import { fail } from '../problems.ts'
import type { World } from '../world.ts'
import { addStatuses } from './statuses.ts'

export async function listProjects(db: Reader, ownerId: string): Promise<JsonList<Project>> {
  return await db.json(
    Project,
  )`select * from counted_projects where owner_id = ${ownerId} order by created_at, id`
}

export async function findProject(db: Reader, ownerId: string, id: string): Promise<Project> {
  const row = await db.get<Row<typeof Project>>`
    select ${members(Project)} from counted_projects where owner_id = ${ownerId} and id = ${id}`
  if (!row) throw fail('not_found')
  return toAnswer(Project, row)
}

export async function addProject(
  { db, clock, config }: World,
  ownerId: string,
  title: string,
): Promise<Project> {
  const id = newId()
  const now = iso(clock.now())
  return await db.change(ownerId, async (change) => {
    const added = await change.run`
      insert into projects (id, owner_id, title, created_at, updated_at)
      select ${id}, ${ownerId}, ${title}, ${now}, ${now}
      where (select count(*) from projects where owner_id = ${ownerId}) < ${config.maxProjects}`
    if (added === 0) throw fail('project_limit_reached')
    addStatuses(change, id)
    return await findProject(change, ownerId, id)
  })
}

export async function renameProject(
  { db, clock }: World,
  ownerId: string,
  id: string,
  title: string,
): Promise<Project> {
  return await db.change(ownerId, async (change) => {
    change.send`
      update projects set title = ${title}, updated_at = ${iso(clock.now())}
      where owner_id = ${ownerId} and id = ${id}`
    return await findProject(change, ownerId, id)
  })
}

export async function removeProject({ db }: World, ownerId: string, id: string): Promise<void> {
  await db.change(ownerId, async (change) => {
    // Cards first: a status that cards refer to cannot go.
    change.send`delete from cards where owner_id = ${ownerId} and project_id = ${id}`
    const removed = await change.run`delete from projects where owner_id = ${ownerId} and id = ${id}`
    if (removed === 0) throw fail('not_found')
  })
}
