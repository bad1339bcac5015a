import { copyFileSync, existsSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { inject } from 'vitest'
import type { Config } from '../../../src/server/config/config.ts'
import { openDatabase } from '../../../src/server/db/open.ts'
import { mark } from '../../../src/server/db/sqlite/mark.ts'
import { hasCitus, makeDistributed } from './citus.ts'

/** The database that the current test file runs on: each project of vitest.config.ts sets its own. */
export const engine = process.env.TEST_ENGINE === 'postgres' ? 'postgres' : 'sqlite'

/**
 * The environment variables for a server with its own database, migrated unless `empty` is set. The same
 * folder gets the same database. If TEST_DATABASE_URL is a Citus cluster, the database is distributed, except
 * for tests of a single server.
 */
export async function databaseIn(
  folder: string,
  { distributed = true, empty = false } = {},
): Promise<Record<string, string>> {
  if (engine === 'sqlite') {
    const file = join(folder, 'inboard.db')
    if (!empty && !existsSync(file)) {
      const template = await sqliteTemplate(process.env.TEST_FOLDER ?? folder)
      // With its mark, or the server would take it for a file that somebody put in place of another.
      for (const ending of ['-mark', '']) copyFileSync(template + ending, file + ending)
    }
    return { DATABASE_URL: `sqlite:${file}` }
  }
  const server = new URL(inject('postgresUrl'))
  const name = basename(folder).replaceAll(/\W/g, '_').toLowerCase()
  const client = new pg.Client(server.href)
  await client.connect()
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
  const template = empty ? 'template1' : inject('postgresTemplate')
  if (rowCount === 0) await client.query(`create database ${name} template ${template}`)
  await client.end()
  if (rowCount === 0 && distributed && (await hasCitus(server))) await makeDistributed(server, name)
  server.pathname = name
  server.searchParams.set('max', '5')
  // On a busy machine, nobody who waits is refused, and statements may take longer than the default five
  // seconds.
  for (const bound of [
    'connectionTimeoutMillis',
    'query_timeout',
    'statement_timeout',
    'idle_in_transaction_session_timeout',
  ])
    server.searchParams.set(bound, '60000')
  return { DATABASE_URL: server.href, JWT_SECRET: 'the secret of every instance in this test run' }
}

/**
 * Migrating takes longer than copying, so each run does it once. Workers that do it at the same time create
 * the same file.
 */
function sqliteTemplate(folder: string): Promise<string> {
  // Concurrent tests of a file may ask for it at the same time.
  const made = underWay.get(folder) ?? makeTemplate(folder).finally(() => underWay.delete(folder))
  underWay.set(folder, made)
  return made
}

const underWay = new Map<string, Promise<string>>()

async function makeTemplate(folder: string): Promise<string> {
  const template = join(folder, 'template.db')
  if (!existsSync(template)) {
    const file = join(folder, `template-${process.pid}.db`)
    await (await openDatabase({ engine: 'sqlite', file })).close()
    mark(file)
    for (const ending of ['-mark', '']) renameSync(file + ending, template + ending)
  }
  return template
}

/** A connection to the same database from outside of Inboard. */
export interface Outsider {
  run(sql: string): Promise<void>
  all(sql: string): Promise<Record<string, unknown>[]>
  /** Blocks all writers, but no readers, until `letGo`. */
  holdWriters(): Promise<void>
  letGo(): Promise<void>
  close(): Promise<void>
}

export async function outsider(database: Config['database']): Promise<Outsider> {
  if (database.engine === 'sqlite') {
    // The sweeping of a server that has just been started may be writing.
    const connection = new DatabaseSync(database.file, { enableForeignKeyConstraints: false, timeout: 5_000 })
    return {
      run: async (sql) => connection.exec(sql),
      all: async (sql) => connection.prepare(sql).all(),
      holdWriters: async () => connection.exec('begin immediate'),
      letGo: async () => connection.exec('rollback'),
      close: async () => connection.close(),
    }
  }
  const connection = new pg.Client(database.url)
  await connection.connect()
  const run = async (sql: string) => void (await connection.query(sql))
  return {
    run,
    all: async (sql) => (await connection.query(sql)).rows,
    holdWriters: () =>
      run(
        `begin; lock table users, links, sent_links, outbox, passkeys, challenges, projects, statuses, cards, counters, tombstones, bin,
          idempotency_keys, sessions, api_tokens, authorization_codes, set_backs in exclusive mode`,
      ),
    letGo: () => run('rollback'),
    close: () => connection.end(),
  }
}
