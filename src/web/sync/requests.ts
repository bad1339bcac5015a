import { orderOf } from '../../board/columns.ts'
import { requestFor } from '../../client/client.ts'
import type { Batch } from '../../contract/feed.ts'
import { paths } from '../../contract/plain/paths.ts'
import type { Operation } from '../model/operations.ts'

type Request = Pick<Batch['operations'][number], 'method' | 'path' | 'body'>

/** The API request for an operation. */
export function requestOf(operation: Operation): Request {
  switch (operation.kind) {
    case 'add card': {
      const { kind: _, id: __, follows: ___, project_id, ...card } = operation
      return project_id === null
        ? requestFor(paths.addInboxCard, card)
        : requestFor(paths.addProjectCard, { ...card, project_id })
    }
    case 'edit card':
      return requestFor(paths.editCard, { id: operation.id, text: operation.text })
    case 'complete card':
      return requestFor(paths.editCard, { id: operation.id, complete: operation.complete })
    case 'move cards':
      return requestFor(paths.setColumn, orderOf(operation))
    case 'delete card':
      return requestFor(paths.removeCard, { id: operation.id })
    case 'add project':
      return requestFor(paths.addProject, { title: operation.title })
    case 'rename project':
      return requestFor(paths.renameProject, { project_id: operation.id, title: operation.title })
    case 'delete project':
      return requestFor(paths.removeProject, { project_id: operation.id })
    case 'restore card':
    case 'restore project':
      return requestFor(paths.restore, { id: operation.id })
    case 'purge':
      return requestFor(paths.purge, { id: operation.id })
  }
}
