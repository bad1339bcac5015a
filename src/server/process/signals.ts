import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { seconds } from '../common/clock.ts'
import type { Config } from '../config/config.ts'
import type { Inboard } from '../inboard.ts'

const patience = 9.5 * seconds
// Under npm, one Ctrl-C arrives twice: the terminal sends it to the whole process group, and npm forwards its own.
const echo = 100

/** The first SIGTERM or SIGINT drains, shuts down gracefully and exits with 0. A second one exits at once. */
export function endOnSignal(
  log: Logger,
  { drain, close }: Pick<Inboard, 'drain' | 'close'>,
  { drainSeconds }: Pick<Config, 'drainSeconds'>,
): void {
  let firstAt: number | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (firstAt !== undefined) {
        if (performance.now() - firstAt > echo) process.exit(1)
        return
      }
      firstAt = performance.now()
      if (drainSeconds > 0) {
        log.info({ signal, seconds: drainSeconds }, 'draining: still serving, no longer ready')
        drain()
        await pause(drainSeconds * seconds)
      }
      log.info({ signal }, 'stopping: finishing accepted requests')
      setTimeout(() => {
        log.warn('not everything finished in time')
        process.exit(0)
      }, patience)
      await close()
      process.exit(0)
    })
  }
}
