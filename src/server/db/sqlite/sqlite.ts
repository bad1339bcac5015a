import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database, ReadableDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { queries, translating } from './queries.ts'
import { Snapshot } from './snapshot.ts'
import { patience, WriterQueue } from './writers.ts'

/** One reading and one writing connection to one file. */
export async function openSqlite(file: string): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  // SQLite would let everyone on the machine read it. What it puts beside the file gets the file's mode.
  closeSync(openSync(file, 'a', 0o600))
  const writing = new DatabaseSync(file, { timeout: patience })
  writing.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = 67108864;
  `)
  const { snapshot, ...reading } = readSqlite(file)
  const writers = new WriterQueue(writing, snapshot)
  await migrate((work) => writers.transaction(work))
  // From now on there are requests, all of which would stop while SQLite waits. The queue waits instead.
  writing.exec('pragma busy_timeout = 0')

  return {
    ...reading,
    transaction: (work) => writers.transaction(work),
    write: {
      get: (...query) => writers.transaction((tx) => tx.get(...query)),
      run: (...query) => writers.transaction((tx) => tx.run(...query)),
    },
    async close() {
      await writers.idle()
      await reading.close()
      writing.close()
    },
  }
}

/** A file that is there, as it is: nothing is made, migrated or written. */
export function readSqlite(file: string): ReadableDatabase & { snapshot: Snapshot } {
  const reading = translating(() => new DatabaseSync(file, { readOnly: true, timeout: patience }))
  const snapshot = new Snapshot(reading)
  return {
    description: `SQLite, ${file}`,
    snapshot,
    ...queries(reading, () => snapshot.hold()),
    async close() {
      snapshot.release()
      reading.close()
    },
  }
}
