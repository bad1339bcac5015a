import { closeSync, openSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolderOf } from '../../common/files.ts'
import { findNews, makeCounter } from '../counters.ts'
import type { Database, ReadableDatabase } from '../database.ts'
import {
  type AlterSchema,
  migrate,
  newestOf,
  type OnMigrated,
  readMigrations,
  refuseForeign,
} from '../migrate.ts'
import { openToRead, patience, refuseOldSqlite } from './files.ts'
import { queries, translate, translating } from './queries.ts'
import { beginWhenFree, sizeOf, usualLog, WriterQueue } from './writer.ts'

/** Opens a file, and creates it if it doesn't exist. */
export async function openSqlite(
  file: string,
  migrations = readMigrations('sqlite'),
  onMigrated: OnMigrated = () => {},
): Promise<Database> {
  refuseOldSqlite()
  makeFolderOf(file)
  // SQLite would create it readable for everyone on the machine. SQLite gives the files beside it the same mode.
  closeSync(openSync(file, 'a', 0o600))
  // Before the journal mode is set, because that changes the file.
  const found = readSqlite(file)
  await refuseForeign(found, 'sqlite').finally(found.close)
  const writing = translating(() => openForWriting(file), file)
  await migrate('sqlite', alterSchemaOf(writing), migrations, onMigrated)
  return connect(file, writing, newestOf(migrations))
}

/** For a worker, which writes only while it holds the write lease. */
export function openSqliteBeside(file: string): Database & { checkpoint(): void } {
  const writing = openForWriting(file)
  // A worker's transactions are large, and each page is written only once if all of them fit into the cache.
  // It runs its checkpoints when nobody waits.
  writing.exec('pragma cache_size = -32768; pragma wal_autocheckpoint = 0')
  const database = connect(file, writing, newestOf(readMigrations('sqlite')))
  return { ...database, checkpoint: () => writing.exec('pragma wal_checkpoint(passive)') }
}

function openForWriting(file: string): DatabaseSync {
  const writing = new DatabaseSync(file, { timeout: patience })
  writing.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = ${usualLog};
  `)
  return writing
}

/** Adds the connection for writing to those for reading. */
function connect(file: string, writing: DatabaseSync, newest: string): Database {
  const reading = readSqlite(file)
  const writers = new WriterQueue(writing, file, newest)
  // While SQLite itself waits for the file, no request is served. From here on the queue does the waiting.
  writing.exec('pragma busy_timeout = 0')

  const close = async () => {
    await writers.close()
    await reading.close()
    writing.close()
  }
  return {
    ...reading,
    async measure() {
      const free = await reading.get<{ bytes: number }>`
        select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size`
      const { bavail, bsize } = await statfs(dirname(file))
      return {
        bytes: sizeOf(file),
        freeBytes: free?.bytes ?? 0,
        walBytes: sizeOf(`${file}-wal`),
        diskFreeBytes: bavail * bsize,
      }
    },
    change: (...change) => writers.change(...change),
    hold: (ownerId, work) =>
      writers.transaction(async (tx) => {
        await makeCounter(tx, ownerId)
        return await work({ ...tx, ownerId })
      }, ownerId),
    onChange: (listener) => writers.onChange(listener),
    notify: (...change) => writers.notify(...change),
    leasing: writers.leasing,
    othersMayHaveWritten: () => writers.othersHaveWritten(),
    news: (known) => findNews(reading, known),
    transaction: (work) => writers.transaction(work),
    // On SQLite, every write transaction is exclusive.
    exclusive: (work) => writers.transaction(work),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Opens an existing file without creating, migrating or writing anything. */
export function readSqlite(file: string): ReadableDatabase {
  const connection = translating(() => openToRead(file), file)
  const { get, all, json } = queries(connection)
  // Consistent reads over several statements have a connection of their own, which they use in turn.
  const other = openToRead(file)
  const reader = queries(other)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work, work)
    last = mine
    return mine
  }
  const close = async () => {
    await inTurn(async () => other.close())
    connection.close()
  }
  return {
    description: `SQLite, ${file}`,
    get,
    all,
    json,
    snapshot: (work) =>
      inTurn(async () => {
        try {
          other.exec('begin')
          return await work(reader)
        } catch (error) {
          throw translate(error)
        } finally {
          if (other.isTransaction) other.exec('rollback')
        }
      }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function alterSchemaOf(connection: DatabaseSync): AlterSchema {
  const query = queries(connection)
  return async (work) => {
    let isAltered = false
    const tx = {
      ...query,
      // The transaction has locked the file already. This only makes sure that foreign keys are checked at the end.
      lockWriters: async () => {
        isAltered = true
      },
      script: async (sql: string) => connection.exec(sql),
    }
    // Before the transaction, because inside one SQLite ignores the pragma, and dropping a table would empty
    // those that refer to it.
    connection.exec('pragma foreign_keys = off')
    try {
      await beginWhenFree(connection.prepare('begin immediate'))
      const result = await work(tx)
      if (isAltered) refuseBrokenReferences(connection)
      connection.exec('commit')
      return result
    } catch (error) {
      if (connection.isTransaction) connection.exec('rollback')
      throw translate(error, connection.location())
    } finally {
      connection.exec('pragma foreign_keys = on')
    }
  }
}

function refuseBrokenReferences(connection: DatabaseSync): void {
  const broken = connection.prepare('pragma foreign_key_check').all()
  const which = [...new Set(broken.map(({ table, parent }) => `${table} to ${parent}`))]
  if (which.length > 0) throw new Error(`A migration would leave broken references: ${which.join(', ')}.`)
}
