import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../common/clock.ts'
import { isBusy } from './errors.ts'

/**
 * How long to wait for another process that briefly locks the file: a second instance that starts, a backup.
 */
export const patience = 2 * seconds

/** Begins a write transaction as soon as no other process has one. */
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
