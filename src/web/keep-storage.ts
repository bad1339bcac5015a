import { signal } from '@preact/signals'
import { stored } from './stored.ts'

const isAsked = stored('asked-to-keep', false)

/** Whether the browser has refused to. */
export const mayBeCleared = signal(false)

/**
 * Asks the browser not to clear away what this device holds; Safari does so after seven days without a visit. Called when
 * there is something to keep. Firefox asks the person, so it is asked once; the others decide by themselves, anew each time.
 */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator
  // Missing on plain http.
  if (!storage?.persist || (await storage.persisted())) return
  const hasRefused = isAsked.value && navigator.userAgent.includes('Firefox')
  isAsked.value = true
  mayBeCleared.value = hasRefused || !(await storage.persist())
}
