import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { add, db, file } from './notes.ts'

/**
 * In mebibytes: how much is written, and how long the log may become. At 64 it is to begin anew. A busy machine may miss
 * that, and then it is tried again at twice the length.
 */
export function testLog({ written, longest }: { written: number; longest: number }): void {
  describe('the write-ahead log', () => {
    const mebibyte = 2 ** 20
    const length = () => statSync(`${file}-wal`).size / mebibyte

    /** Writes so many mebibytes. Gives the longest that the log has been. */
    async function write(amount: number): Promise<number> {
      let most = 0
      for (let half = 0; half < 2 * amount; half++) {
        // SQLite writes only those pages of a row that are different.
        const text = String(half % 10).repeat(mebibyte / 2)
        await db.transaction((tx) => tx.run`update notes set text = ${text} where id = 1`)
        most = Math.max(most, length())
      }
      return most
    }

    /** One of them has always begun before the last commit. Resolves when they have ended. */
    async function readAllTheTime(signal: AbortSignal): Promise<void> {
      const [one, other] = [1, 2].map(() => new DatabaseSync(file, { readOnly: true }))
      for (let [begun, next] = [one, other]; begun && next; [begun, next] = [next, begun]) {
        for (const each of [begun, next]) {
          if (!each.isTransaction) each.exec('begin')
          each.prepare('select id from notes').get()
          await pause(10)
        }
        begun.exec('rollback')
        if (signal.aborted) break
      }
      one?.close()
      other?.close()
    }

    test('does not grow for ever where reads overlap all the time', async () => {
      await add('')
      const over = new AbortController()
      const reading = readAllTheTime(over.signal)
      expect(await write(written)).toBeLessThan(longest)
      over.abort()
      await reading
    })

    test('grows while somebody reads and does not end, without holding up writers for long, and shrinks afterwards', async () => {
      await add('')
      const reader = new DatabaseSync(file, { readOnly: true })
      reader.exec('begin')
      reader.prepare('select id from notes').get()
      expect(await write(written / 2)).toBeGreaterThan(written / 2)
      expect(reader.prepare('select text from notes').all()).toEqual([{ text: '' }])
      reader.exec('rollback')
      reader.close()
      await write(written / 8)
      expect(length()).toBeLessThanOrEqual(64)
    })
  })
}
