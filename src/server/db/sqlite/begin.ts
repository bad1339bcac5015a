import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../clock.ts'
import { isBusy } from './errors.ts'

/** For another process that holds the file for a moment: a second instance that starts, a backup. */
export const patience = 2 * seconds

/** Begins to write as soon as no other process does. */
export async function beginWhenFree(begin: () => void): Promise<void> {
  const end = performance.now() + patience
  for (;;) {
    try {
      begin()
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await pause(10)
    }
  }
}
