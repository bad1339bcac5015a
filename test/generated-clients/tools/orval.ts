import type { CreateGeneratedClient } from '../client.ts'
import * as api from '../generated/orval/client.ts'
import * as zod from '../generated/orval/schemas/index.ts'

/** Its functions hold answers against the generated zod schemas. Bodies and problems are held against theirs here. */
export const create: CreateGeneratedClient = (_baseUrl, token) => {
  const signedIn = () => ({ headers: { authorization: `Bearer ${token()}` } })
  const outcome = async <Answer>(call: Promise<{ data: Answer }>) => {
    try {
      return { answer: (await call).data }
    } catch (error) {
      if (!(error instanceof Error && 'info' in error)) throw error
      return { problem: zod.Problem.parse(error.info) }
    }
  }
  return {
    requestLink: (email) => outcome(api.requestLink(zod.LinkRequest.parse({ email }))),
    async beThrottled(email) {
      try {
        await api.requestLink({ email })
      } catch (error) {
        if (error instanceof Error && 'info' in error)
          return zod.ThrottledOrRateLimitedProblem.parse(error.info)
      }
    },
    openLink: (token) => outcome(api.openLink(zod.LinkToken.parse({ token }))),
    addProject: (title) => outcome(api.addProject(zod.ProjectTitle.parse({ title }), signedIn())),
    listStatuses: (project_id) => outcome(api.listStatuses(project_id, signedIn())),
    addProjectCard: (project_id, text) =>
      outcome(api.addProjectCard(project_id, zod.NewCard.parse({ text }), signedIn())),
    editCard: (id, text) => outcome(api.editCard(id, zod.CardPatch.parse({ text }), signedIn())),
    setColumn: (project_id, status_id, card_ids) =>
      outcome(api.setColumn(zod.ColumnOrder.parse({ project_id, status_id, card_ids }), signedIn())),
    listProjectCards: (project_id) => outcome(api.listProjectCards(project_id, signedIn())),
    removeCard: (id) => outcome(api.removeCard(id, signedIn())),
    readCard: (id) => outcome(api.readCard(id, signedIn())),
  }
}
