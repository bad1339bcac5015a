import type { Logger } from 'pino'
import { seconds } from './clock.ts'

const patience = 9.5 * seconds
// npm and the terminal each pass one Ctrl-C on, so that a single press arrives twice.
const echo = 100

/** The first SIGTERM or SIGINT lets what was accepted finish and ends with 0; a second one ends at once. */
export function endOnSignal(log: Logger, close: () => Promise<void>): void {
  let firstAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (firstAt !== undefined) {
        if (performance.now() - firstAt > echo) process.exit(1)
        return
      }
      firstAt = performance.now()
      log.info({ signal }, 'ending: finishing what was accepted')
      setTimeout(() => {
        log.warn('not everything finished in time')
        process.exit(0)
      }, patience)
      await close()
      process.exit(0)
    })
  }
}
