import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseUrl } from '../../../src/server/config/config.ts'
import { copyDatabase } from '../../../src/server/operate/copy-database.ts'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { launch, newFolder, program } from '../../support/processes/process.ts'

/** The command, as a process. */
export const start = (...words: string[]) => launch({ command: [...program, 'copy', ...words] })

/** The same without a process, which starts faster. Calls `copied` after each table. */
export async function copy(
  from: string,
  to: string,
  copied: (table: string) => void = () => {},
): Promise<void> {
  const [source, target] = [databaseUrl(from), databaseUrl(to)]
  if (!source || !target) throw new Error('no database')
  await copyDatabase(source, target, (table, rows, of) => rows === of && copied(table))
}

export const newFile = () => join(newFolder(), 'new', 'inboard.db')

export type Dump = Record<string, string[]>
export const tables = [
  'users',
  'counters',
  'set_backs',
  'links',
  'sent_links',
  'outbox',
  'passkeys',
  'sessions',
  'api_tokens',
  'authorization_codes',
  'challenges',
  'projects',
  'statuses',
  'cards',
  'tombstones',
  'bin',
  'idempotency_keys',
  'migrations',
]
const canonical = (row: object) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

export const rowsIn = (dump: Dump) => Object.keys(dump).filter((table) => dump[table]?.length)
/** What is in a database that has just been made. */
export const asMade = ['migrations']

export function dumpFile(file: string): Dump {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = (table: string) => database.prepare(`select * from ${table}`).all().map(canonical).sort()
  const dump = Object.fromEntries(tables.map((table) => [table, rows(table)]))
  database.close()
  return dump
}

/** A PostgreSQL to copy to and from. */
export class CopyServer {
  readonly server: PostgresServer
  static #names = 0

  private constructor(server: PostgresServer) {
    this.server = server
  }

  static async start(): Promise<CopyServer> {
    return new CopyServer(await sharedPostgres())
  }

  async newDatabase(): Promise<string> {
    const name = CopyServer.#newName()
    await this.server.createDatabase(name)
    return name
  }

  static #newName(): string {
    return `copy_${++CopyServer.#names}`
  }

  /** Empty, and with its tables, so that they can be locked. */
  async migratedDatabase(): Promise<string> {
    const name = CopyServer.#newName()
    await this.server.createMigratedDatabase(name)
    return name
  }

  async filledDatabase(file: string): Promise<string> {
    const name = await this.newDatabase()
    await copy(`sqlite:${file}`, this.server.url(name))
    return name
  }

  async dump(name: string): Promise<Dump> {
    const client = await this.server.connect(name)
    const dump: Dump = {}
    for (const table of tables) {
      const { rows } = await client.query<{ row: object }>(`select to_json(${table}) as row from ${table}`)
      dump[table] = rows.map(({ row }) => canonical(row)).sort()
    }
    await client.end()
    return dump
  }
}
