import type { Column } from '../state/columns.ts'
import type { Operation } from '../state/operations.ts'

/** As releases up to 0.10.1 have written it. */
type Move = { kind: 'move card'; id: string; column: Column; behind: readonly string[] }

/** What waits, as this version knows it, whichever version has written it. */
export function upgraded<Entry extends { operation: Operation }>(entry: Entry): Entry {
  const operation = entry.operation as Operation | Move
  if (operation.kind !== 'move card') return entry
  const { id, column, behind } = operation
  return { ...entry, operation: { kind: 'move cards', ids: [id], column, behind } }
}
