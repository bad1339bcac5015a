import { countDrafts } from '../state/drafts.ts'
import { openStore } from '../store/store.ts'
import { readUnwritten } from '../store/unwritten.ts'

/** Whether this device has unsent changes or drafts of a user. */
export async function hasKeptWork(userId: string): Promise<boolean> {
  if (countDrafts(userId) > 0) return true
  if (readUnwritten(userId).waiting.length > 0) return true
  try {
    const store = await openStore(userId)
    const { waiting, refused } = await store.readOutbox()
    store.close()
    return refused.length > 0 || waiting.some(({ seq }) => seq === undefined)
  } catch {
    // No storage in this browser.
    return false
  }
}
