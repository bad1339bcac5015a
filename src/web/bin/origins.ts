import type { Binned } from '../../client/board/workspace.ts'
import { statusIdOf, statusNames } from '../../contract/plain/statuses.ts'
import { isolated } from '../model/wording.ts'
import { projects, statuses } from '../state/projects.ts'

/**
 * Where each card in the bin was deleted from, by its id. Left out are cards of projects that are gone for good, and those that
 * an older version has stored.
 */
export function originsIn(items: readonly Binned[]): ReadonlyMap<string, string> {
  const titles = new Map([...(projects.value ?? []), ...items].map(({ id, title }) => [id, title]))
  return new Map(
    items.flatMap(({ id, kind, project_id, status_id }): [string, string][] => {
      if (kind !== 'card' || project_id === undefined) return []
      if (project_id === null) return [[id, 'From the inbox']]
      const title = titles.get(project_id)
      if (!title) return []
      const column = columnName(project_id, status_id ?? '')
      return [[id, `From ${isolated(title)}${column && ` · ${column}`}`]]
    }),
  )
}

/** Those of a deleted project are known by their ids. */
const columnName = (projectId: string, statusId: string): string =>
  statuses.value.get(projectId)?.find(({ id }) => id === statusId)?.name ??
  statusNames.find((_, position) => statusIdOf(projectId, position) === statusId) ??
  ''
