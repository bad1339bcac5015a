import createClient from 'openapi-fetch'
import type { CreateGeneratedClient } from '../client.ts'
import type { paths } from '../generated/openapi-typescript.ts'

export const create: CreateGeneratedClient = (baseUrl, token) => {
  const client = createClient<paths>({ baseUrl })
  client.use({
    onRequest({ request }) {
      if (token()) request.headers.set('authorization', `Bearer ${token()}`)
    },
  })
  const outcome = async <Answer, Problem>(call: Promise<{ data?: Answer; error?: Problem }>) => {
    const { data: answer, error: problem } = await call
    return { answer, problem }
  }
  return {
    requestLink: (email) => outcome(client.POST('/api/auth/magic-link', { body: { email } })),
    async beThrottled(email) {
      const { error } = await client.POST('/api/auth/magic-link', { body: { email } })
      return error?.status === 429 ? error : undefined
    },
    openLink: (token) => outcome(client.POST('/api/auth/verify-email', { body: { token } })),
    addProject: (title) => outcome(client.POST('/api/projects', { body: { title } })),
    listStatuses: (project_id) =>
      outcome(client.GET('/api/projects/{project_id}/statuses', { params: { path: { project_id } } })),
    addProjectCard: (project_id, text) =>
      outcome(
        client.POST('/api/projects/{project_id}/cards', { params: { path: { project_id } }, body: { text } }),
      ),
    editCard: (id, text) =>
      outcome(client.PATCH('/api/cards/{id}', { params: { path: { id } }, body: { text } })),
    setColumn: (project_id, status_id, card_ids) =>
      outcome(client.PUT('/api/cards/order', { body: { project_id, status_id, card_ids } })),
    listProjectCards: (project_id) =>
      outcome(client.GET('/api/projects/{project_id}/cards', { params: { path: { project_id } } })),
    removeCard: (id) => outcome(client.DELETE('/api/cards/{id}', { params: { path: { id } } })),
    readCard: (id) => outcome(client.GET('/api/cards/{id}', { params: { path: { id } } })),
  }
}
