import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { seconds } from '../../clock.ts'

/** In bytes. When SQLite begins the log anew, it leaves at most so much of the file. */
export const usualLog = 64 * 2 ** 20
const patience = 0.5 * seconds
const commitsBetween = 50

export const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Keeps the write-ahead log from growing for ever. SQLite begins it anew when everything in it has been copied to the
 * database and nobody reads from it. If reads overlap all the time (those of a worker, of a second instance), that moment
 * does not come by itself: so once the log is too long, writers wait until the reads that have begun are over.
 */
export class WriteAheadLog {
  readonly #file: string
  readonly #checkpoint: StatementSync
  #commits = 0
  /** Somebody may read for minutes, as a backup does: then it is not tried again before the log is twice as long. */
  #bound = usualLog

  constructor(file: string, connection: DatabaseSync) {
    this.#file = `${file}-wal`
    this.#checkpoint = connection.prepare('pragma wal_checkpoint(truncate)')
  }

  /** After each commit, and before the next begins. `release` ends our own reads. */
  async keepShort(release: () => void): Promise<void> {
    if (++this.#commits % commitsBetween > 0) return
    const size = this.#size()
    if (size <= usualLog) this.#bound = usualLog
    if (size <= this.#bound) return
    const end = performance.now() + patience
    do {
      release()
      if (this.#isBegunAnew()) return
      await pause(2)
    } while (performance.now() < end)
    this.#bound = 2 * size
  }

  /** What cannot be measured counts as short: no write waits for it, and the next time it is measured again. */
  #size(): number {
    try {
      return sizeOf(this.#file)
    } catch {
      return 0
    }
  }

  #isBegunAnew(): boolean {
    try {
      return this.#checkpoint.get()?.busy === 0
    } catch {
      // The disk may be full. The next commit reports it.
      return false
    }
  }
}
