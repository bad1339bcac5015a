import type { CreateGeneratedClient } from '../client.ts'
import { createClient } from '../generated/hey-api/client/index.ts'
import * as api from '../generated/hey-api/index.ts'

export const create: CreateGeneratedClient = (baseUrl, token) => {
  const client = createClient({ baseUrl, auth: token })
  const outcome = async <Answer, Problem>(call: Promise<{ data?: Answer; error?: Problem }>) => {
    const { data: answer, error: problem } = await call
    return { answer, problem }
  }
  return {
    requestLink: (email) => outcome(api.requestLink({ client, body: { email } })),
    async beThrottled(email) {
      const { error } = await api.requestLink({ client, body: { email } })
      return error?.status === 429 ? error : undefined
    },
    openLink: (token) => outcome(api.openLink({ client, body: { token } })),
    addProject: (title) => outcome(api.addProject({ client, body: { title } })),
    listStatuses: (project_id) => outcome(api.listStatuses({ client, path: { project_id } })),
    addProjectCard: (project_id, text) =>
      outcome(api.addProjectCard({ client, path: { project_id }, body: { text } })),
    editCard: (id, text) => outcome(api.editCard({ client, path: { id }, body: { text } })),
    setColumn: (project_id, status_id, card_ids) =>
      outcome(api.setColumn({ client, body: { project_id, status_id, card_ids } })),
    listProjectCards: (project_id) => outcome(api.listProjectCards({ client, path: { project_id } })),
    removeCard: (id) => outcome(api.removeCard({ client, path: { id } })),
    readCard: (id) => outcome(api.readCard({ client, path: { id } })),
  }
}
