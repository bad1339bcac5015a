/** With no schema in reach, as the paths are, so that it can be carried into a browser. */

/** The columns that every project is made with, from left to right. */
export const statusNames = ['To do', 'Doing', 'Done'] as const

/**
 * The id of a status follows from its project's, so that a client that names a new project itself knows its columns
 * before the server has heard of it: a UUID of version 8, which RFC 9562 leaves to its maker, with one digit moved on.
 */
export function statusIdOf(projectId: string, position: number): string {
  const digit = (Number.parseInt(projectId.charAt(24), 16) + 1 + position) % 16
  return `${projectId.slice(0, 14)}8${projectId.slice(15, 24)}${digit.toString(16)}${projectId.slice(25)}`
}
