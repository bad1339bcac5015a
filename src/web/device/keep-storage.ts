import { signal } from '@preact/signals'
import { stored } from './stored.ts'

const isAsked = stored('asked-to-keep', false)

/** Whether the browser has refused persistent storage. */
export const mayBeCleared = signal(false)

/**
 * Asks for persistent storage; Safari clears the rest after seven days without a visit. Called when there is something to keep.
 * Firefox prompts the person, so it is asked only once; other browsers decide without a prompt, each time.
 */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator
  // Missing on plain http.
  if (!storage?.persist || (await storage.persisted())) return
  const hasRefused = isAsked.value && navigator.userAgent.includes('Firefox')
  isAsked.value = true
  mayBeCleared.value = hasRefused || !(await storage.persist())
}
