/** Imports no schemas, so that it can be bundled for browsers. */

/** The columns of every new project, from left to right. */
export const statusNames = ['To do', 'Doing', 'Done'] as const

/**
 * Derives the id of a status from its project's, so that a client that creates a project offline knows its
 * columns before the server does. It is a UUID of version 8, which RFC 9562 leaves to the implementation,
 * with one digit incremented.
 */
export function statusIdOf(projectId: string, position: number): string {
  const digit = (Number.parseInt(projectId.charAt(24), 16) + 1 + position) % 16
  return `${projectId.slice(0, 14)}8${projectId.slice(15, 24)}${digit.toString(16)}${projectId.slice(25)}`
}
