import { orderOf } from '../board/columns.ts'
import type { Change } from '../board/plans.ts'
import { paths } from '../contract/plain/paths.ts'
import { requestFor } from './client.ts'

/** The request for a change: the same from the app, the shell and an agent, on its own or in a batch. */
export function requestOf(change: Change): ReturnType<typeof requestFor> {
  switch (change.kind) {
    case 'add card': {
      const { kind: _, id: __, follows: ___, project_id, ...card } = change
      return project_id === null
        ? requestFor(paths.addInboxCard, card)
        : requestFor(paths.addProjectCard, { ...card, project_id })
    }
    case 'edit card':
      return requestFor(paths.editCard, { id: change.id, text: change.text })
    case 'complete card':
      return requestFor(paths.editCard, { id: change.id, complete: change.complete })
    case 'move cards':
      return requestFor(paths.setColumn, orderOf(change))
    case 'delete card':
      return requestFor(paths.removeCard, { id: change.id })
    case 'add project':
      return requestFor(paths.addProject, { title: change.title })
    case 'rename project':
      return requestFor(paths.renameProject, { project_id: change.id, title: change.title })
    case 'delete project':
      return requestFor(paths.removeProject, { project_id: change.id })
    case 'restore card':
    case 'restore project':
      return requestFor(paths.restore, { id: change.id })
    case 'purge':
      return requestFor(paths.purge, { id: change.id })
  }
}
