import type { Project, Status } from '../../contract/project.ts'
import { type Column, type Columns, forget, keyOf } from './columns.ts'

/** Everything that is loaded of a person's account. All functions here are pure. */
export interface Workspace {
  /** In the order of the sidebar; undefined until they are loaded. */
  projects: readonly Project[] | undefined
  /** The statuses of each project that is loaded, from left to right. */
  statuses: ReadonlyMap<string, readonly Status[]>
  /** The cards of each column that is loaded. */
  columns: Columns
}

/** Returns the same object if it changes nothing, so that nothing is drawn again. */
export type Edit = (workspace: Workspace) => Workspace

export const emptyWorkspace: Workspace = { projects: undefined, statuses: new Map(), columns: new Map() }

/** An edit of the cards alone. */
export const cardEdit =
  (edit: (columns: Columns) => Columns): Edit =>
  (workspace) => {
    const columns = edit(workspace.columns)
    return columns === workspace.columns ? workspace : { ...workspace, columns }
  }

export const columnsIn = (statuses: Workspace['statuses'], projectId: string): Column[] =>
  (statuses.get(projectId) ?? []).map(({ id }) => ({ project_id: projectId, status_id: id }))

/** Adds a project at the end, where the server lists the newest. A project that is known is replaced where it is. */
export function putProject(workspace: Workspace, project: Project): Workspace {
  const { projects } = workspace
  if (!projects) return workspace
  const isKnown = projects.some(({ id }) => id === project.id)
  return {
    ...workspace,
    projects: isKnown
      ? projects.map((one) => (one.id === project.id ? project : one))
      : [...projects, project],
  }
}

export function renameProject(workspace: Workspace, id: string, title: string): Workspace {
  const project = workspace.projects?.find((one) => one.id === id)
  return project && project.title !== title ? putProject(workspace, { ...project, title }) : workspace
}

/** Removes a project with its statuses and cards. */
export function removeProject(workspace: Workspace, id: string): Workspace {
  const { projects, statuses, columns } = workspace
  if (!statuses.has(id) && !projects?.some((one) => one.id === id)) return workspace
  return {
    projects: projects?.filter((one) => one.id !== id),
    statuses: new Map([...statuses].filter(([projectId]) => projectId !== id)),
    columns: forget(columns, new Set(columnsIn(statuses, id).map(keyOf))),
  }
}

/** Takes in the server's list of projects. Those that are not in it are removed. */
export function replaceProjects(workspace: Workspace, projects: readonly Project[]): Workspace {
  const listed = new Set(projects.map(({ id }) => id))
  const gone = [...(workspace.projects ?? []).map(({ id }) => id), ...workspace.statuses.keys()].filter(
    (id) => !listed.has(id),
  )
  return { ...gone.reduce(removeProject, workspace), projects }
}

export const setStatuses = (workspace: Workspace, projectId: string, list: readonly Status[]): Workspace => ({
  ...workspace,
  statuses: new Map([...workspace.statuses, [projectId, list]]),
})
