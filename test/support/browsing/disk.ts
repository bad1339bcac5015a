// Runs in a page of any browser: reads and breaks the storage of an account.

/** All rows of a store in an account's database. */
export const readStore = <Thing>([userId, part]: readonly [userId: string, part: string]) =>
  new Promise<Thing[]>((resolve, reject) => {
    const opening = indexedDB.open(`inboard.${userId}`)
    // Must not create the database.
    opening.onupgradeneeded = () => opening.transaction?.abort()
    opening.onerror = () => (opening.error?.name === 'AbortError' ? resolve([]) : reject(opening.error))
    opening.onsuccess = () => {
      const all = opening.result.transaction(part).objectStore(part).getAll()
      all.onerror = () => reject(all.error)
      all.onsuccess = () => {
        opening.result.close()
        resolve(all.result)
      }
    }
  })

export const deleteStore = (userId: string) =>
  new Promise<void>((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase(`inboard.${userId}`)
    deleting.onsuccess = () => resolve()
    deleting.onerror = () => reject(deleting.error)
  })

/** Makes the next writes fail in this way, this many times. */
export function failWrites([times, name]: readonly [times: number, name: string]): void {
  const { transaction } = IDBDatabase.prototype
  let left = times
  IDBDatabase.prototype.transaction = function (...given) {
    const made = transaction.apply(this, given)
    if (given[1] !== 'readwrite' || left-- <= 0) return made
    if (name === 'AbortError') made.abort()
    else throw new DOMException('in vain', name)
    return made
  }
  Object.assign(globalThis, {
    mendWrites() {
      left = 0
    },
  })
}

export const mendWrites = () => (globalThis as unknown as { mendWrites(): void }).mendWrites()
