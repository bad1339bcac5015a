// Run in a page, of any browser: what it keeps of an account, and what becomes of it.

/** Everything in one part of an account's database. */
export const readStore = <Thing>([userId, part]: readonly [userId: string, part: string]) =>
  new Promise<Thing[]>((resolve, reject) => {
    const opening = indexedDB.open(`inboard.${userId}`)
    // Looking must not create the database.
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

/** From now on whatever is written fails as often as that, in this way. */
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
