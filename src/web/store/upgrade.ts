import type { Column } from '../state/columns.ts'
import type { Operation } from '../state/operations.ts'
import { stamp } from './stamp.ts'

/** As releases up to 0.10.1 have written it. */
type Move = { kind: 'move card'; id: string; column: Column; behind: readonly string[] }

/**
 * What earlier versions have left unsent, as this one writes it. When it was made is not known, so it counts as made now. The browser
 * does all of it or nothing: if it is interrupted, the next start begins again.
 */
export function upgradeRows(tx: IDBTransaction): void {
  for (const name of ['outbox', 'refused']) {
    // A database that was never finished has none, and is deleted later.
    if (!tx.objectStoreNames.contains(name)) continue
    const request = tx.objectStore(name).openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      cursor?.update({ ...stamp(), ...cursor.value, operation: upgraded(cursor.value.operation) })
      cursor?.continue()
    }
  }
}

/** What is not known stays as it is. */
function upgraded(operation: Operation | Move | undefined): unknown {
  if (operation?.kind !== 'move card') return operation
  const { id, column, behind } = operation
  return { kind: 'move cards', ids: [id], column, behind } satisfies Operation
}
