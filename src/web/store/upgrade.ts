import type { Column } from '../../board/columns.ts'
import type { Operation } from '../model/operations.ts'
import { stamp } from './stamp.ts'

/** The operation as releases up to 0.10.1 wrote it. */
type Move = { kind: 'move card'; id: string; column: Column; behind: readonly string[] }

/**
 * Converts unsent operations of earlier versions. Their time is unknown, so they count as made now. It runs in the upgrade
 * transaction: if it is interrupted, the next start begins again.
 */
export function upgradeRows(tx: IDBTransaction): void {
  for (const name of ['outbox', 'refused']) {
    // An unfinished database has no such store, and is deleted later.
    if (!tx.objectStoreNames.contains(name)) continue
    const request = tx.objectStore(name).openCursor()
    request.onsuccess = () => {
      const cursor = request.result
      cursor?.update({ ...stamp(), ...cursor.value, operation: upgraded(cursor.value.operation) })
      cursor?.continue()
    }
  }
}

/** Leaves unknown operations as they are. */
function upgraded(operation: Operation | Move | undefined): unknown {
  if (operation?.kind !== 'move card') return operation
  const { id, column, behind } = operation
  return { kind: 'move cards', ids: [id], column, behind } satisfies Operation
}
