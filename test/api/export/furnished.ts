import { expect } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
/** Gives somebody a project with cards in all its columns, an inbox, and a bin. */
export async function furnish(client: Client) {
  const { project } = await client.addProject({ title: 'Garden 🪴' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const [, doing, done] = statuses
  const add = async (text: string) => (await client.addProjectCard({ project_id: project.id, text })).card.id
  const [first, second, third, gone] = [
    await add('Weed'),
    await add('Dig'),
    await add('Sow'),
    await add('Gone'),
  ]
  await client.setColumn({ project_id: project.id, status_id: doing?.id ?? '', card_ids: [third, first] })
  await client.setColumn({ project_id: project.id, status_id: done?.id ?? '', card_ids: [second] })
  await client.editCard({ id: second, complete: true })
  await client.removeCard({ id: gone })
  await client.addProject({ title: 'Empty' })
  const { project: deleted } = await client.addProject({ title: 'Deleted' })
  await client.removeProject({ project_id: deleted.id })
  await client.addInboxCard({ text: 'Last\nwith notes' })
  await client.addInboxCard({ text: 'First', position: 0 })
}

export const card = (text: string, complete = false) => ({ text, complete, created_at: expect.any(String) })
