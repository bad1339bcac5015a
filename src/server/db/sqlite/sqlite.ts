import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database, ReadableDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { newestOf, readMigrations } from '../migrations.ts'
import { patience } from './begin.ts'
import { translating } from './errors.ts'
import { queries } from './queries.ts'
import { alterSchemaOf } from './schema.ts'
import { Snapshot } from './snapshot.ts'
import { Snapshots } from './snapshots.ts'
import { WriterQueue } from './writers.ts'

/** Connections to one file: for reading, for writing, and for reading more than one thing at the same state. */
export async function openSqlite(file: string, migrations = readMigrations('sqlite')): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  // SQLite would let everyone on the machine read it. The files it puts beside it get the same mode.
  closeSync(openSync(file, 'a', 0o600))
  const writing = new DatabaseSync(file, { timeout: patience })
  writing.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = 67108864;
  `)
  await migrate(alterSchemaOf(writing), migrations)
  const { snapshot, ...reading } = readSqlite(file)
  const snapshots = new Snapshots(file)
  const writers = new WriterQueue(writing, snapshot, newestOf(migrations))
  // While SQLite itself waits for the file, no request is served. From now on the queue does the waiting.
  writing.exec('pragma busy_timeout = 0')

  return {
    ...reading,
    shareReads: () => snapshot.share(),
    change: (...change) => writers.change(...change),
    hold: (ownerId, work) => writers.hold(ownerId, work),
    onChange: (listener) => writers.onChange(listener),
    othersMayHaveWritten: () => writers.othersHaveWritten(),
    snapshot: (work) => snapshots.take(work),
    transaction: (work) => writers.transaction(work),
    // On SQLite every transaction that writes is exclusive.
    exclusive: (work) => writers.transaction(work),
    async close() {
      await writers.idle()
      await snapshots.close()
      await reading.close()
      writing.close()
    },
  }
}

/** Opens an existing file as it is: nothing is created, migrated or written. */
export function readSqlite(file: string): ReadableDatabase & { snapshot: Snapshot } {
  const reading = translating(() => new DatabaseSync(file, { readOnly: true, timeout: patience }))
  const snapshot = new Snapshot(reading)
  const { get, all, json } = queries(reading, () => snapshot.hold())
  return {
    description: `SQLite, ${file}`,
    snapshot,
    get,
    all,
    json,
    async close() {
      snapshot.release()
      reading.close()
    },
  }
}
