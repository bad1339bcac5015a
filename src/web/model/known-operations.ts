import type { Operation } from './operations.ts'

/** The members of each kind that must be strings. */
const texts: Record<Operation['kind'], readonly string[]> = {
  'add card': ['id', 'text'],
  'edit card': ['id', 'text', 'before'],
  'complete card': ['id'],
  'move cards': [],
  'delete card': ['id'],
  'restore card': ['id'],
  'add project': ['id', 'title'],
  'rename project': ['id', 'title', 'before'],
  'delete project': ['id'],
  'restore project': ['id'],
  purge: ['id'],
}

/**
 * Whether this version can show and send an operation. A newer version may have written it, one that was rolled back or is open
 * in another tab. The rest of the app never sees an unknown operation.
 */
export function isKnown({ key, operation }: { key: unknown; operation: unknown }): boolean {
  const { kind, ...members } = (operation ?? {}) as Record<string, unknown>
  if (typeof key !== 'string' || !Object.hasOwn(texts, String(kind))) return false
  if (kind === 'move cards')
    return Array.isArray(members.ids) && Array.isArray(members.behind) && members.column instanceof Object
  if (kind === 'restore project' && members.whole !== undefined) {
    const { project, statuses, cards } = Object(members.whole)
    if (!(project instanceof Object && Array.isArray(statuses) && Array.isArray(cards))) return false
  }
  return texts[kind as Operation['kind']].every((name) => typeof members[name] === 'string')
}
