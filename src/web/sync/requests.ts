import { requestFor } from '../../client/client.ts'
import type { Batch } from '../../contract/feed.ts'
import { paths } from '../../contract/paths.ts'
import type { Operation } from '../state/operations.ts'

type Request = Pick<Batch['operations'][number], 'method' | 'path' | 'body'>

/** An operation as the API knows it. */
export function requestOf(operation: Operation): Request {
  switch (operation.kind) {
    case 'add card': {
      const { project_id, text, complete } = operation
      return project_id === null
        ? requestFor(paths.addInboxCard, { text, complete })
        : requestFor(paths.addProjectCard, { project_id, text, complete })
    }
    case 'edit card':
      return requestFor(paths.editCard, { id: operation.id, text: operation.text })
    case 'complete card':
      return requestFor(paths.editCard, { id: operation.id, complete: operation.complete })
    case 'move cards': {
      const { ids, column, behind, atEnd, complete } = operation
      return requestFor(paths.setColumn, {
        ...column,
        card_ids: [...behind, ...ids],
        moved: ids,
        ...(atEnd && { at_end: true }),
        ...(complete !== undefined && { complete }),
      })
    }
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
