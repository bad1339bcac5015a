import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '../src/server/config/config.ts'
import { markReplacement } from '../src/server/db/sqlite/mark.ts'
import { PostgresServer } from '../test/support/databases/postgres-server.ts'

type Database = Config['database']

/** The folder of the run's databases, removed at the end. */
export interface Store {
  engine: Database['engine']
  /** With its version. */
  description: string
  create(name: string): Promise<Database>
  /** Copies a database that is not open. */
  copy(database: Database, name: string): Promise<Database>
  /** Runs the engine's housekeeping now. Otherwise it might begin in the middle of a round, on one side only. */
  settle(database: Database): Promise<void>
  /** On PostgreSQL: the rows of the last of these statements. */
  ask(database: Database, ...statements: string[]): Promise<Record<string, unknown>[]>
  /** Microseconds that each connection has cost PostgreSQL, by its process; on this machine only. */
  connectionsCpu(): Promise<Map<number, number>>
  close(): Promise<void>
}

export async function openStore(where: 'sqlite' | 'embedded postgres' | URL): Promise<Store> {
  if (where === 'sqlite') return sqliteStore()
  if (where instanceof URL) return await postgresStore(where, async () => {})
  const server = await PostgresServer.start()
  return await postgresStore(new URL(server.url('postgres')), () => server.stop())
}

function sqliteStore(): Store {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-bench-'))
  const named = (name: string) => ({ engine: 'sqlite', file: join(folder, `${name}.db`) }) as const
  return {
    engine: 'sqlite',
    description: `SQLite ${process.versions.sqlite}`,
    create: async (name) => named(name),
    async copy(database, name) {
      const made = named(name)
      if (database.engine === 'sqlite') copyFileSync(database.file, made.file)
      // Or the server would take it for a replaced file, and advance every counter.
      markReplacement(made.file, made.file)
      return made
    },
    settle: async () => {},
    ask: async () => [],
    connectionsCpu: async () => new Map(),
    close: async () => rmSync(folder, { recursive: true }),
  }
}

const addressOf = (database: Database) => new URL(database.engine === 'postgres' ? database.url : '')

async function postgresStore(server: URL, stop: () => Promise<void>): Promise<Store> {
  const made: string[] = []
  const askAll = async (database: URL, statements: string[]) => {
    const client = new pg.Client(database.href)
    await client.connect()
    let rows: Record<string, unknown>[] = []
    for (const sql of statements) rows = (await client.query(sql)).rows
    await client.end()
    return rows
  }
  const ask = (sql: string, database = server) => askAll(database, [sql])
  const make = async (name: string, template = 'template0') => {
    const full = `inboard_bench_${process.pid}_${name}`
    made.push(full)
    await ask(`create database ${full} template ${template}`)
    const address = new URL(server)
    address.pathname = full
    return { engine: 'postgres', url: address.href } as const
  }
  const settle = async (database: Database) => void (await ask('vacuum analyze', addressOf(database)))
  const [version] = await ask('show server_version')
  return {
    engine: 'postgres',
    description: `PostgreSQL ${version?.server_version}`,
    create: (name) => make(name),
    async copy(database, name) {
      await settle(database)
      return await make(name, addressOf(database).pathname.slice(1))
    },
    settle,
    ask: (database, ...statements) => askAll(addressOf(database), statements),
    async connectionsCpu() {
      const connections = await ask(`select pid from pg_stat_activity where application_name = 'inboard'`)
      const here = connections.filter(({ pid }) => existsSync(`/proc/${pid}/schedstat`))
      const nanoseconds = (pid: unknown) =>
        Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0])
      return new Map(here.map(({ pid }) => [Number(pid), nanoseconds(pid) / 1000]))
    },
    async close() {
      for (const name of made) await ask(`drop database ${name} with (force)`)
      await stop()
    },
  }
}
