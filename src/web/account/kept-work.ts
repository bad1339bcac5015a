import { countDrafts } from '../state/drafts.ts'
import { openStore } from '../store/store.ts'

/** Whether something that a person has typed or done waits on this device until they are back. */
export async function hasKeptWork(userId: string): Promise<boolean> {
  if (countDrafts(userId) > 0) return true
  try {
    const store = await openStore(userId)
    const { waiting, refused } = await store.readOutbox()
    store.close()
    return refused.length > 0 || waiting.some(({ seq }) => seq === undefined)
  } catch {
    // This browser keeps nothing.
    return false
  }
}
