import type { BinItem } from '../../contract/bin.ts'
import type { Project, Status } from '../../contract/project.ts'
import { type Column, type Columns, forget, keyOf } from './columns.ts'

/** For items deleted here: the server has not yet said when. */
export type Binned = Omit<BinItem, 'deleted_at' | 'expires_at'> &
  Partial<Pick<BinItem, 'deleted_at' | 'expires_at'>>

/** A person's whole account. All functions here are pure, and return the same object if they change nothing. */
export interface Workspace {
  /** In the order of the sidebar; undefined until the account is known. */
  projects: readonly Project[] | undefined
  /** The statuses of each project, from left to right. */
  statuses: ReadonlyMap<string, readonly Status[]>
  /** The cards of each column that has ever had some. */
  columns: Columns
  /** The newest first; undefined until it has been asked for. */
  bin: readonly Binned[] | undefined
}

export const emptyWorkspace: Workspace = {
  projects: undefined,
  statuses: new Map(),
  columns: new Map(),
  bin: undefined,
}

export const columnsIn = (statuses: Workspace['statuses'], projectId: string): Column[] =>
  (statuses.get(projectId) ?? []).map(({ id }) => ({ project_id: projectId, status_id: id }))

export const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

type Aged = Pick<Project, 'created_at' | 'id'>

export const byAge = (a: Aged, b: Aged) => compare(a.created_at, b.created_at) || compare(a.id, b.id)

/** For items created here: the server has not yet said when, so they are the newest. */
const isOlder = (a: Project, b: Project) => a.created_at !== '' && (b.created_at === '' || byAge(a, b) < 0)

/** Adds a project where the server lists it: by age. A project that is known is replaced where it is. */
export function putProject(workspace: Workspace, project: Project): Workspace {
  const { projects } = workspace
  if (!projects) return workspace
  const known = projects.findIndex(({ id }) => id === project.id)
  if (known !== -1) return { ...workspace, projects: projects.with(known, project) }
  const newer = projects.findIndex((one) => isOlder(project, one))
  return { ...workspace, projects: projects.toSpliced(newer === -1 ? projects.length : newer, 0, project) }
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
    ...workspace,
    projects: projects?.filter((one) => one.id !== id),
    statuses: new Map([...statuses].filter(([projectId]) => projectId !== id)),
    columns: forget(columns, new Set(columnsIn(statuses, id).map(keyOf))),
  }
}

/** Items that are already in the bin stay as they are. */
export function putInBin(workspace: Workspace, item: Binned): Workspace {
  const { bin } = workspace
  if (!bin || bin.some(({ id }) => id === item.id)) return workspace
  return { ...workspace, bin: [item, ...bin] }
}

export function takeFromBin(workspace: Workspace, id: string): Workspace {
  const { bin } = workspace
  return bin?.some((item) => item.id === id)
    ? { ...workspace, bin: bin.filter((item) => item.id !== id) }
    : workspace
}
