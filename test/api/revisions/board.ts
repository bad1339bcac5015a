import { inboard } from '../../support/service/clocked.ts'
import { sender } from '../../support/service/sending.ts'

export const missing = '01890000-0000-7000-8000-000000000000'
export const inbox = { project_id: null, status_id: null }

/** Somebody with a project of three columns, and cards in its first one and in the inbox. */
export async function withBoard(inProject: string[] = [], inInbox: string[] = []) {
  const person = await inboard.signIn()
  const { client } = person
  const { project } = await client.addProject({ title: 'Project' })
  const project_id = project.id
  const { statuses } = await client.listStatuses({ project_id })
  const [todo, doing, done] = statuses.map(({ id }) => ({ project_id, status_id: id }))
  const ids: Record<string, string> = {}
  for (const text of inProject) ids[text] = (await client.addProjectCard({ project_id, text })).card.id
  for (const text of inInbox) ids[text] = (await client.addInboxCard({ text })).card.id
  const card = async (text: string) => (await client.readCard({ id: ids[text] ?? '' })).card
  return {
    ...person,
    send: sender(inboard, person.token),
    project,
    project_id,
    columns: { todo, doing, done } as Record<
      'todo' | 'doing' | 'done',
      { project_id: string; status_id: string }
    >,
    ids,
    card,
    seq: async () => (await client.changes()).seq,
  }
}
