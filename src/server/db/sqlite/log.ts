import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../common/clock.ts'

/** In bytes. SQLite truncates the log file to this size when it restarts the log. */
export const usualLog = 64 * 2 ** 20
const patience = 0.5 * seconds
const commitsBetween = 50

export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Keeps the write-ahead log from growing indefinitely. SQLite restarts the log once all of it has been copied
 * to the database and nobody reads from it. If reads by a worker or a second instance overlap all the time,
 * that never happens by itself. So once the log is too long, writers wait for the running reads to end.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #checkpoint: StatementSync
  #commits = 0
  /** Doubled after a failed attempt: a read may take minutes, as that of a backup does. */
  #bound = usualLog

  constructor(file: string, connection: DatabaseSync) {
    this.#file = `${file}-wal`
    this.#checkpoint = connection.prepare('pragma wal_checkpoint(truncate)')
  }

  /** Call it after each commit, before the next begins. `release` ends our own reads. */
  async keepShort(release: () => void): Promise<void> {
    if (++this.#commits % commitsBetween > 0) return
    const size = this.#size()
    if (size <= usualLog) this.#bound = usualLog
    if (size <= this.#bound) return
    const end = performance.now() + patience
    do {
      release()
      if (this.#restart()) return
      await pause(2)
    } while (performance.now() < end)
    this.#bound = 2 * size
  }

  /** If the size can't be read, the log counts as short: no write waits, and the next call measures again. */
  #size(): number {
    try {
      return sizeOf(this.#file)
    } catch {
      return 0
    }
  }

  #restart(): boolean {
    try {
      return this.#checkpoint.get()?.busy === 0
    } catch {
      // The disk may be full. The next commit reports it.
      return false
    }
  }
}
