import { ours } from '../device/base.ts'
import type { Waiting } from '../model/changes.ts'
import { deleteStore, openStore } from './store.ts'
import { readUnwritten } from './unwritten.ts'

/**
 * After a session has ended, removes everything of an account from this device that the server has. Returns the rest; undefined
 * if it can't be read.
 */
export async function reduceToUnsent(userId: string): Promise<Waiting[] | undefined> {
  try {
    const store = await openStore(userId)
    const { waiting, refused } = await store.reduce().finally(() => store.close())
    if (waiting.length + refused.length === 0) await deleteStore(userId)
    const left = readUnwritten(userId)
    return [...waiting, ...refused, ...left.waiting, ...left.refused]
  } catch {
    // No storage in this browser, or that of a newer version.
    return undefined
  }
}

/** The accounts that were signed in here before, and did not sign out. */
export async function reduceOthers(userId: string): Promise<void> {
  for (const { name = '' } of await indexedDB.databases())
    if (name.startsWith(ours) && name !== ours + userId) await reduceToUnsent(name.slice(ours.length))
}
